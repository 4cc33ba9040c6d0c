/// Calls a function. Unlike on iOS, there is no autorelease pool: an object is released with the last reference to it.
///
/// - Returns: the result of `body`.
/// - Throws: the error that `body` throws.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
