// The least that a process costs that keeps a sound device running: it opens the device, starts it where it runs on by
// itself, and sleeps for good. No player can cost less with libasound.
// Usage: limit PCM    until a signal ends it
#include <alsa/asoundlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int checked(int result, const char *what) {
    if (result < 0) {
        fprintf(stderr, "limit: %s: %s\n", what, snd_strerror(result));
        exit(1);
    }
    return result;
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: limit PCM\n");
        return 64;
    }
    snd_pcm_t *pcm;
    checked(snd_pcm_open(&pcm, arguments[1], SND_PCM_STREAM_PLAYBACK, 0), "open");

    snd_pcm_hw_params_t *hardware;
    snd_pcm_hw_params_alloca(&hardware);
    unsigned channels = 2, rate = 48000;
    checked(snd_pcm_hw_params_any(pcm, hardware), "parameters");
    checked(snd_pcm_hw_params_set_access(pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), "access");
    checked(snd_pcm_hw_params_set_format(pcm, hardware, SND_PCM_FORMAT_S16_LE), "format");
    checked(snd_pcm_hw_params_set_channels_near(pcm, hardware, &channels), "channels");
    checked(snd_pcm_hw_params_set_rate_near(pcm, hardware, &rate, NULL), "rate");
    // Without this a card interrupts at the end of each period; not every device can do without.
    if (snd_pcm_hw_params_can_disable_period_wakeup(hardware))
        (void)snd_pcm_hw_params_set_period_wakeup(pcm, hardware, 0);
    checked(snd_pcm_hw_params(pcm, hardware), "hardware parameters");

    // A sound server wants data for ever, so nothing is started there: the row is what a bare connection costs.
    if (snd_pcm_type(pcm) != SND_PCM_TYPE_IOPLUG) {
        snd_pcm_sw_params_t *software;
        snd_pcm_sw_params_alloca(&software);
        snd_pcm_uframes_t boundary;
        checked(snd_pcm_sw_params_current(pcm, software), "parameters");
        checked(snd_pcm_sw_params_get_boundary(software, &boundary), "boundary");
        // Never out of data, and silence wherever there is none.
        checked(snd_pcm_sw_params_set_stop_threshold(pcm, software, boundary), "stop threshold");
        checked(snd_pcm_sw_params_set_silence_threshold(pcm, software, 0), "silence threshold");
        checked(snd_pcm_sw_params_set_silence_size(pcm, software, boundary), "silence size");
        checked(snd_pcm_sw_params(pcm, software), "software parameters");
        checked(snd_pcm_start(pcm), "start");
    }
    for (;;) pause();
}
