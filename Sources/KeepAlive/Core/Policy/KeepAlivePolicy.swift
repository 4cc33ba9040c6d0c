// Re-exports the model: code that imports the policy also needs the types of the model.
@_exported import KeepAliveModel
