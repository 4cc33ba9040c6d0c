// keepalive-run with plug-ins: a strategy, a freezer and a service of this folder.
//
//     swift run example-plug-in --strategy patient-task --background-after 1s --for 40s -- ./my-program
import KeepAliveHost

KeepAliveHost.main(strategies: [PatientTask.self], freezers: [.stopper], services: [.pedometer])
