// OpenCombine has the names of Apple's Combine. Two more modules make queues schedulers, and notifications publishers.
@_exported import OpenCombine
@_exported import OpenCombineDispatch
@_exported import OpenCombineFoundation
