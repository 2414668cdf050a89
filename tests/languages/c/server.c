/*
 * server.c - answers requests.
 */
#define _GNU_SOURCE
#include <errno.h>
#include "server.h"
#include "../util/log.h"

#define BACKLOG 16
#define CHECK(x) do { \
        if ((x) < 0) goto fail; \
    } while (0)

typedef int (*handler_fn)(struct request *req, void *data);

struct route {
    const char *path;
    handler_fn handle;
    struct route *next;
    unsigned flags : 4;
};

static struct route *routes;
static const char *const names[] = { "get", "put" };
extern int verbose;

static int handle_get(struct request *req, void *data);

/* Adds a route. */
int
server_route(const char *path, handler_fn handle)
{
    struct route *r = malloc(sizeof(*r));
    if (!r)
        return -ENOMEM;
    *r = (struct route){ .path = path, .handle = handle, .next = routes };
    routes = r;
    return 0;
}

static int handle_get(struct request *req, void *data)
{
    (void)data;
    return req->ops->write(req, "ok", 2);
}

static void on_signal(int sig) { running = sig != SIGTERM; }

int server_run(int port)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    CHECK(fd);
    signal(SIGTERM, on_signal);
    for (struct route *r = routes; r; r = r->next)
        r->handle(NULL, (*r->handle)(NULL, r));
    return 0;
fail:
    log_error("cannot listen: %s", strerror(errno));
    return -1;
}
