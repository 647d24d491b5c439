#define _GNU_SOURCE
#include "wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define BUCKETS 3000000  // of 10 microseconds each

static uint32_t histogram[BUCKETS];
static long noted;

double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

double processor_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

void fail(const char *what) {
  fprintf(stderr, "load: %s: %s\n", what, errno ? strerror(errno) : "not as expected");
  exit(1);
}

static int dial_with(int port, int flags) {
  int fd = socket(AF_INET, SOCK_STREAM | flags, 0);
  if (fd < 0) fail("socket");
  int one = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(fd, (struct sockaddr *)&to, sizeof to) < 0 && errno != EINPROGRESS) fail("connect");
  return fd;
}

int dial(int port) { return dial_with(port, 0); }

int dial_without_waiting(int port) { return dial_with(port, SOCK_NONBLOCK); }

void send_all(int fd, const char *text, size_t length) {
  while (length > 0) {
    ssize_t n = write(fd, text, length);
    if (n < 0) fail("write");
    text += n;
    length -= n;
  }
}

void ask_for_stream(int fd, const Options *options, const char *last_event_id) {
  char request[512];
  int length = snprintf(request, sizeof request,
                        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: text/event-stream\r\n",
                        options->stream_path, options->port);
  if (last_event_id) {
    length += snprintf(request + length, sizeof request - length, "Last-Event-ID: %s\r\n",
                       last_event_id);
  }
  length += snprintf(request + length, sizeof request - length, "\r\n");
  send_all(fd, request, length);
}

int open_stream(const Options *options) {
  char head[4096];
  int fd = dial(options->port);
  ask_for_stream(fd, options, NULL);
  ssize_t got = read(fd, head, sizeof head);
  if (got < 12 || strncmp(head + 9, "200", 3) != 0) fail("a stream was refused");
  return fd;
}

void wait_for_go(void) {
  char line[64];
  printf("ready\n");
  fflush(stdout);
  if (!fgets(line, sizeof line, stdin)) exit(0);
}

void note_latency(double seconds) {
  long bucket = (long)(seconds * 1e5);
  histogram[bucket < 0 ? 0 : bucket >= BUCKETS ? BUCKETS - 1 : bucket]++;
  noted++;
}

void forget_latencies(void) {
  memset(histogram, 0, sizeof histogram);
  noted = 0;
}

double latency_percentile(double share) {
  long wanted = (long)(noted * share), seen = 0;
  for (long i = 0; i < BUCKETS; i++) {
    seen += histogram[i];
    if (seen > wanted || seen == noted) return (i + 1) / 100.0;
  }
  return BUCKETS / 100.0;
}
