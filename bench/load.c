// Opens many event streams, publishes events, and counts every delivery.
//
//   load PORT STREAM_PATH STREAMS PUBLISH_PATH PUBLISHERS EVENTS PER_SECOND
//
// Prints "ready" once all streams are open and waits for a line on standard input. Then it posts
// EVENTS events over PUBLISHERS connections (PER_SECOND of them, 0: as fast as they are answered),
// waits until every stream has had every event or nothing has come for two seconds, and prints
// one line: deliveries, seconds from first post to last delivery, and the median and 99th
// percentile in milliseconds from post to delivery.
//
// In C because a load generator in JavaScript is slower than the server it is to measure.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MAX_EVENTS 100000
#define BUCKETS 200000  // of 10 microseconds each

typedef struct {
  int fd;
  int publishes;
  int kept;         // bytes of an unfinished line
  char line[1024];
} Connection;

static int port;
static double posted_at[MAX_EVENTS + 1];
static long deliveries;
static double last_delivery;
static long histogram[BUCKETS];
static char buffer[1 << 18];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int dial(void) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) < 0) fail("connect");
  int one = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return fd;
}

static void send_all(int fd, const char *text, size_t length) {
  while (length > 0) {
    ssize_t n = write(fd, text, length);
    if (n < 0) fail("write");
    text += n;
    length -= n;
  }
}

static void publish(Connection *c, const char *path, int number) {
  char body[256], request[1024];
  char filler[161];
  memset(filler, 'x', 160);
  filler[160] = 0;
  int length = snprintf(body, sizeof body, "{\"n\":%d,\"text\":\"%s\"}", number, filler);
  int total = snprintf(request, sizeof request,
                       "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                       "Content-Length: %d\r\n\r\n%s",
                       path, port, length, body);
  posted_at[number] = now();
  send_all(c->fd, request, total);
}

// Our number stands somewhere in the data line, wherever the server's envelope puts it.
static int number_in(const char *text, size_t length) {
  const char *found = memmem(text, length, "{\"n\":", 5);
  return found ? atoi(found + 5) : 0;
}

static void take_line(const char *line, size_t length, double at) {
  if (length < 6 || memcmp(line, "data: ", 6) != 0) return;
  int number = number_in(line, length);
  if (number < 1 || number > MAX_EVENTS) return;
  deliveries++;
  long bucket = (long)((at - posted_at[number]) * 1e5);
  histogram[bucket < 0 ? 0 : bucket >= BUCKETS ? BUCKETS - 1 : bucket]++;
  last_delivery = at;
}

static void take(Connection *c, const char *data, ssize_t n, double at) {
  const char *end = data + n;
  while (data < end) {
    const char *newline = memchr(data, '\n', end - data);
    size_t length = (newline ? newline : end) - data;
    if (c->kept > 0 || !newline) {
      size_t room = sizeof c->line - c->kept;
      memcpy(c->line + c->kept, data, length < room ? length : room);
      c->kept += length < room ? length : room;
      if (!newline) return;
      take_line(c->line, c->kept, at);
      c->kept = 0;
    } else {
      take_line(data, length, at);
    }
    data = newline + 1;
  }
}

static double percentile(double share) {
  long wanted = (long)(deliveries * share), seen = 0;
  for (long i = 0; i < BUCKETS; i++) {
    seen += histogram[i];
    if (seen >= wanted) return i / 100.0;
  }
  return BUCKETS / 100.0;
}

int main(int argc, char **argv) {
  if (argc != 8) {
    fprintf(stderr, "usage: load PORT STREAM_PATH STREAMS PUBLISH_PATH PUBLISHERS EVENTS PER_SECOND\n");
    return 2;
  }
  port = atoi(argv[1]);
  int streams = atoi(argv[3]), publishers = atoi(argv[5]), events = atoi(argv[6]);
  double per_second = atof(argv[7]);
  if (events > MAX_EVENTS) return 2;
  Connection *all = calloc(streams + publishers, sizeof *all);
  int poller = epoll_create1(0);
  for (int i = 0; i < streams + publishers; i++) {
    Connection *c = &all[i];
    c->fd = dial();
    c->publishes = i >= streams;
    if (!c->publishes) {
      char request[512];
      int n = snprintf(request, sizeof request,
                       "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: text/event-stream\r\n\r\n",
                       argv[2], port);
      send_all(c->fd, request, n);
      // The head of the answer; the stream is open once it is there.
      ssize_t got = read(c->fd, buffer, sizeof buffer);
      if (got <= 0 || strncmp(buffer + 9, "200", 3) != 0) fail("stream refused");
    }
    struct epoll_event want = {.events = EPOLLIN, .data.ptr = c};
    epoll_ctl(poller, EPOLL_CTL_ADD, c->fd, &want);
  }
  printf("ready\n");
  fflush(stdout);
  if (!fgets(buffer, sizeof buffer, stdin)) return 0;

  double begin = now(), quiet_since = begin;
  int sent = 0, free_publishers = publishers;
  Connection **idle = calloc(publishers + 1, sizeof *idle);
  for (int i = 0; i < publishers; i++) idle[i] = &all[streams + i];
  struct epoll_event ready[512];
  while (deliveries < (long)events * streams || free_publishers < publishers || sent < events) {
    double at = now();
    while (free_publishers > 0 && sent < events &&
           (per_second == 0 || at - begin >= sent / per_second)) {
      publish(idle[--free_publishers], argv[4], ++sent);
    }
    int wait = per_second > 0 && sent < events ? 1 : 500;
    int n = epoll_wait(poller, ready, 512, wait);
    at = now();
    if (n > 0) quiet_since = at;
    else if (at - quiet_since > 2) break;
    for (int i = 0; i < n; i++) {
      Connection *c = ready[i].data.ptr;
      ssize_t got = read(c->fd, buffer, sizeof buffer);
      if (got <= 0) {
        epoll_ctl(poller, EPOLL_CTL_DEL, c->fd, NULL);
        fprintf(stderr, "a connection was closed\n");
        continue;
      }
      if (c->publishes) idle[free_publishers++] = c;
      else take(c, buffer, got, at);
    }
  }
  printf("%ld %.6f %.2f %.2f\n", deliveries, last_delivery - begin, percentile(0.5), percentile(0.99));
  return 0;
}
