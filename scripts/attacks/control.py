"""Rounds with clients of the control socket that send what is no request, or ask for what cannot be."""


from .device import Device
from .kills import CHATTER



def hostile_control(world):
    device = Device(world, "--freezer", world.freezer)
    device.launch("--", *CHATTER)
    device.ask("status")
    before = device.descriptors()
    clients = []
    for _ in range(20):
        client = device.connect(0.2)
        clients.append(client)
        try:
            client.sendall(world.random.choice([
                b"\0" * 70_000, b"{" * 50_000, b"\n" * 10_000, b'{"jsonrpc":"2.0","id":1,"method":"status"}\n' * 300,
                world.random.randbytes(30_000)]))
        except OSError:
            pass
    device.expect_answers("hostile clients")
    if world.random.random() < 0.5:
        for client in clients:
            client.close()
        device.expect_descriptors(before)
    device.end()
    for client in clients:
        client.close()
