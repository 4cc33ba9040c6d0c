// Combine is not Apple's alone: OpenCombine has its names. Queues and notifications are publishers and schedulers with it.
@_exported import OpenCombine
@_exported import OpenCombineDispatch
@_exported import OpenCombineFoundation
