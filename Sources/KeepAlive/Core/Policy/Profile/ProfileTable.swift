extension PolicyProfile {
    /// All constants, switches and features, in the order in which they are printed.
    ///
    /// A constant consists of its row, in the folder of what it belongs to, and of the property that holds it.
    static let table: [Row] =
        lifecycleTable + tasksTable + wakesTable + audioTable + locationTable
        + transfersTable + notificationsTable + limitsTable + deviceTable
}
