// libcurl, loaded when an app transfers for the first time, so that neither a build nor a start needs it.
#ifndef KEEPALIVE_CCURL_H
#define KEEPALIVE_CCURL_H

#include <stddef.h>
#include <stdint.h>

/// A multi handle, libcurl-multi(3), and the loop that drives it.
typedef struct CCurl CCurl;

/// The events of a socket to wait for.
enum { CCURL_NONE = 0, CCURL_IN = 1, CCURL_OUT = 2, CCURL_ERROR = 4 };

/// The calls from libcurl to the loop.
typedef struct {
    void *loop;
    /// Wait for these events of a socket from now on.
    void (*watch)(void *loop, int socket, int events);
    /// Call CCurl_timeout() once after this many milliseconds, and not after an earlier wish; -1 for not at all.
    void (*timer)(void *loop, long milliseconds);
    /// A transfer has ended with this CURLcode, 0 for an answer of the server. It is removed already.
    void (*done)(void *loop, void *transfer, int code, const char *url);
} CCurl_Loop;

/// One request. What the functions return is as in CURLOPT_WRITEFUNCTION(3) and its like.
typedef struct {
    void *transfer;
    const char *url;
    const char *method;
    /// The header fields, `Name: value`, with NULL after the last.
    const char *const *headers;
    /// The name and the password, or NULL; and whether the server wants them as a digest.
    const char *user;
    const char *password;
    int digest;
    /// The number of bytes to send, or -1 for none.
    int64_t upload;
    /// The most seconds without a byte, at least 1.
    long idle;
    size_t (*header)(void *transfer, const char *line, size_t length);
    size_t (*write)(void *transfer, const char *bytes, size_t length);
    size_t (*read)(void *transfer, char *bytes, size_t length);
    /// Goes to a byte of what is sent; 0 for success.
    int (*seek)(void *transfer, int64_t offset);
} CCurl_Request;

/// Loads the library; 0 when it is there. The functions below may be called only after that.
int CCurl_load(void);

/// Makes a multi handle; NULL when there is no memory.
CCurl *CCurl_new(const CCurl_Loop *loop);

/// Begins a request. NULL when it cannot be set up.
void *CCurl_add(CCurl *curl, const CCurl_Request *request);

/// Ends a request that is not done, without a call of `done`.
void CCurl_remove(CCurl *curl, void *request);

/// Events have come on a socket.
void CCurl_socket(CCurl *curl, int socket, int events);

/// The time of the timer has come.
void CCurl_timeout(CCurl *curl);

/// Frees the handle; all requests are to be removed before.
void CCurl_free(CCurl *curl);

#endif
