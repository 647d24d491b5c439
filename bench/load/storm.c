// Clients that lose their streams, miss some events and all come back at once.
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "modes.h"
#include "publisher.h"
#include "reader.h"

#define PATIENCE 20.0  // seconds for all of them together
#define BEFORE 20      // events that every client sees before its stream breaks

typedef struct {
  Reader reader;
  double asked_at;
  uint64_t seen;
  int first_came;
} Client;

static Client *clients;
static int newest;
static long deliveries, wrong;
static int served, wanted;

static void found_live(Reader *reader, int number, size_t length, double at) {
  (void)reader, (void)length, (void)at;
  newest = number;
}

static void found_again(Reader *reader, int number, size_t length, double at) {
  Client *client = &clients[reader->index];
  int missed = number - BEFORE - 1;
  if (missed < 0 || missed >= wanted || client->seen >> missed & 1) {
    wrong++;
    return;
  }
  (void)length;
  client->seen |= 1ull << missed;
  deliveries++;
  if (!client->first_came) {
    client->first_came = 1;
    note_latency(at - client->asked_at);
  }
  if (client->seen == (wanted == 64 ? ~0ull : (1ull << wanted) - 1)) served++;
}

static void read_until(Reader *reader, int number) {
  char buffer[1 << 16];
  while (newest < number) {
    ssize_t got = read(reader->fd, buffer, sizeof buffer);
    if (got <= 0) fail("the first stream ended");
    take(reader, buffer, got, now(), found_live);
  }
}

static void come_back(const Options *options, const char *id) {
  static char buffer[1 << 16];
  struct epoll_event ready[512];
  int poller = epoll_create1(0), closed = 0;
  double begin = now(), used = processor_time(), last = begin;
  for (int i = 0; i < options->streams; i++) {
    Client *client = &clients[i];
    client->asked_at = now();
    client->reader.index = i;
    start_reading(&client->reader, dial_without_waiting(options->port));
    struct epoll_event want = {.events = EPOLLOUT, .data.u32 = i};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, client->reader.fd, &want) < 0) fail("epoll_ctl");
  }
  while (served + closed < options->streams && now() - begin < PATIENCE) {
    int n = epoll_wait(poller, ready, 512, 500);
    for (int i = 0; i < n; i++) {
      Client *client = &clients[ready[i].data.u32];
      int fd = client->reader.fd;
      if (ready[i].events & EPOLLOUT && !(ready[i].events & (EPOLLERR | EPOLLHUP))) {
        ask_for_stream(fd, options, id);
        struct epoll_event want = {.events = EPOLLIN, .data.u32 = ready[i].data.u32};
        epoll_ctl(poller, EPOLL_CTL_MOD, fd, &want);
        continue;
      }
      ssize_t got = read(fd, buffer, sizeof buffer);
      last = now();
      if (got > 0) {
        take(&client->reader, buffer, got, last, found_again);
      } else if (errno != EAGAIN || got == 0) {
        closed++;
        epoll_ctl(poller, EPOLL_CTL_DEL, fd, NULL);
      }
    }
  }
  double busy = (processor_time() - used) / (now() - begin);
  printf("{\"served\":%d,\"delivered\":%ld,\"lost\":%ld,\"wrong\":%ld,\"closed\":%d,"
         "\"seconds\":%.6f,\"p50\":%.2f,\"p99\":%.2f,\"busy\":%.3f}\n",
         served, deliveries, (long)options->streams * wanted - deliveries, wrong, closed,
         last - begin, latency_percentile(0.5), latency_percentile(0.99), busy);
}

void storm(const Options *options) {
  wanted = options->missed;
  if (wanted < 1 || wanted > 64) fail("missed is 1 to 64");
  clients = calloc(options->streams, sizeof *clients);
  Publisher publisher = {.fd = dial(options->port)};
  Reader first = {.fd = open_stream(options)};
  for (int i = 1; i < options->streams; i++) clients[i].reader.fd = open_stream(options);
  prepare_request(options, options->payload);
  for (int number = 1; number <= BEFORE; number++) publish_and_wait(&publisher, number);
  // Ids are whatever the server calls them; the stream has told them.
  read_until(&first, BEFORE);
  char id[sizeof first.id];
  memcpy(id, first.id, sizeof id);
  for (int i = 1; i < options->streams; i++) close(clients[i].reader.fd);
  for (int number = BEFORE + 1; number <= BEFORE + wanted; number++) publish_and_wait(&publisher, number);
  read_until(&first, BEFORE + wanted);
  wait_for_go();
  come_back(options, id);
}
