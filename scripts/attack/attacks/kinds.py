"""The kinds of rounds, and how often each comes up before the next one's turn."""
from . import control, escapes, hung, inputs, kills, servers, transfers

KINDS = [
    (kills.kill_runner, 4), (kills.kill_guardian, 3), (kills.kill_watcher, 2), (kills.kill_runner_and_guardian, 3),
    (kills.kill_by_name, 1), (kills.kill_gpsd, 2), (kills.kill_pulseaudio, 2), (kills.kill_starting_run, 2),
    (kills.kill_empty_device, 2), (kills.kill_device, 3), (kills.kill_copy, 1), (kills.another_boot_time, 1),
    (escapes.escapes, 6), (escapes.thawed_from_outside, 3), (escapes.limits, 1),
    (servers.fake_gpsd, 1), (servers.fake_sound_server, 1), (servers.hurt_player, 1),
    (control.hostile_control, 1), (control.hostile_pushes, 2), (control.device_that_lives_on, 2),
    (hung.hung_files, 3), (hung.frozen_in_the_kernel, 2), (hung.device_with_a_hung_app, 1),
    (transfers.changed_transfer_files, 4), (transfers.kept_transfers, 3), (transfers.kill_transfers, 2),
    (inputs.plist_bombs, 3), (inputs.nmea, 3), (inputs.scenario_files, 8),
    (inputs.terminal_injection, 1), (inputs.odd_containers, 1),
]
