extension PolicyProfile {
    /// The rows of all constants, switches and features, in the order in which they are printed.
    ///
    /// A constant has two parts: a row in the folder of its subject, and the property that stores its value.
    static let table: [Row] =
        lifecycleTable + tasksTable + wakesTable + audioTable + locationTable
        + transfersTable + notificationsTable + limitsTable + deviceTable
}
