import KeepAliveHost

KeepAliveHost.main()
