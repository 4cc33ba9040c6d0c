#!/bin/sh
# Finishes an upload in a background task, then plays on: an app that is a shell script.
#
# keepalive-run --info-plist Examples/Shell/Info.plist --background-after 1s --for 40s -- Examples/Shell/player.sh
task=0
keepalive-run ctl events | while read -r event call parameters; do
    case $event in
    didEnterBackground)
        if task=$(keepalive-run ctl begin-task upload); then echo "uploading"; fi
        ;;
    backgroundTaskExpired)
        if keepalive-run ctl audio start; then echo "playing"; fi
        keepalive-run ctl end-task "$task"
        task=0
        ;;
    willEnterForeground)
        keepalive-run ctl audio stop
        [ "$task" = 0 ] || keepalive-run ctl end-task "$task"
        echo "back"
        ;;
    esac
    # Until it is answered, the app is not suspended.
    [ "$call" = - ] || keepalive-run ctl complete "$call"
done
