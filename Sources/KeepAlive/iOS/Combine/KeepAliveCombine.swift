// OpenCombine has the names of Apple's Combine. OpenCombineDispatch makes dispatch queues schedulers;
// OpenCombineFoundation adds the publishers of Foundation's types.
@_exported import OpenCombine
@_exported import OpenCombineDispatch
@_exported import OpenCombineFoundation
