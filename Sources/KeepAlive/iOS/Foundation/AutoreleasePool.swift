/// Calls a function. There is no pool here: an object goes with the last reference to it.
///
/// - Returns: what the function returns.
/// - Throws: what it throws.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
