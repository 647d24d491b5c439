// Clients that come, stay for a while, leave and come back, as events go out at a steady pace.
// Prints a line of JSON every second, and the last one when everything has come that will.
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

#define AWAY 0.1      // seconds at most; who is away for longer than the history lasts does miss some
#define CATCH_UP 0.1  // seconds
#define LAST_CALL 3.0 // seconds without events at the end, for those who are away to come back

typedef enum { GONE, ASKING, OPEN } State;

typedef struct {
  Reader reader;
  State state;
  double due;  // when it leaves or comes back
  char id[sizeof((Reader *)0)->id];
  int first;       // number of the first event, 0 before it
  int last;        // number up to which every event has come
  uint64_t ahead;  // which of the 64 after that have: events of two publishers may change places
} Client;

static const Options *options;
static Client *clients;
static Publisher *publishers;
static int next_publisher;
static double next_post;
static int poller, sent, open_streams;
static long deliveries, gaps, doubled, comebacks, cut, refused;

static double random_up_to(double most) { return most * drand48(); }

static void step(Client *client) {
  client->last++;
  client->ahead >>= 1;
}

static void found(Reader *reader, int number, size_t length, double at) {
  Client *client = &clients[reader->index];
  (void)length;
  // An id counts once its event is there whole, as it does for a browser.
  memcpy(client->id, reader->id, sizeof client->id);
  if (client->first == 0) {
    client->first = number;
    client->last = number - 1;
  }
  if (number < client->first) return;
  while (number > client->last + 64) {
    if (!(client->ahead & 1)) gaps++;
    step(client);
  }
  uint64_t bit = number > client->last ? 1ull << (number - client->last - 1) : 0;
  if (bit == 0 || client->ahead & bit) {
    doubled++;
    return;
  }
  client->ahead |= bit;
  while (client->ahead & 1) step(client);
  deliveries++;
  note_latency(at - POSTED_AT(number));
}

static void come(Client *client) {
  start_reading(&client->reader, dial_without_waiting(options->port));
  client->state = ASKING;
  struct epoll_event want = {.events = EPOLLOUT, .data.u32 = client->reader.index};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, client->reader.fd, &want) < 0) fail("epoll_ctl");
}

// Takes what is there. 0: the server has ended the stream.
static int take_all(Client *client, double at) {
  static char buffer[1 << 16];
  ssize_t got;
  while ((got = read(client->reader.fd, buffer, sizeof buffer)) > 0) {
    take(&client->reader, buffer, got, at, found);
  }
  return got < 0 && errno == EAGAIN;
}

static void leave(Client *client, double at) {
  close(client->reader.fd);
  if (client->state == OPEN) open_streams--;
  client->state = GONE;
  client->due = at + random_up_to(AWAY);
}

static void handle(Client *client, uint32_t events, double at) {
  if (client->state == ASKING && events & EPOLLOUT && !(events & (EPOLLERR | EPOLLHUP))) {
    ask_for_stream(client->reader.fd, options, client->first > 0 ? client->id : NULL);
    struct epoll_event want = {.events = EPOLLIN, .data.u32 = client->reader.index};
    epoll_ctl(poller, EPOLL_CTL_MOD, client->reader.fd, &want);
    if (client->first > 0) comebacks++;
    client->state = OPEN;
    open_streams++;
    client->due = at + 1 + random_up_to(options->stay - 1);
  } else if (!take_all(client, at)) {
    cut++;
    leave(client, at);
  }
}

// In turn, for a server closes a connection that never says anything. What could not be sent for
// long is not made up for: more events at once than the history holds are missed by who is away.
static void post_in_turn(double at) {
  Publisher *publisher = &publishers[next_publisher];
  if (publisher->is_waiting) return;
  next_publisher = (next_publisher + 1) % options->publishers;
  publish(publisher, ++sent);
  next_post += 1 / options->pace;
  if (next_post < at - CATCH_UP) next_post = at - CATCH_UP;
}

// What a client was told that it missed is not lost in silence, and counted for itself.
static void report(double seconds) {
  long missed = 0;
  for (int i = 0; i < options->streams; i++) missed += clients[i].reader.missed;
  // A gap is only seen for one once later events have come.
  long lost = gaps > missed ? gaps - missed : 0;
  printf("{\"seconds\":%.1f,\"events\":%d,\"streams\":%d,\"delivered\":%ld,\"missed\":%ld,"
         "\"lost\":%ld,\"doubled\":%ld,\"comebacks\":%ld,\"cut\":%ld,\"refused\":%ld,"
         "\"p99\":%.2f}\n",
         seconds, sent, open_streams, deliveries, missed, lost, doubled, comebacks, cut, refused,
         latency_percentile(0.99));
  fflush(stdout);
}

void churn(const Options *given) {
  options = given;
  clients = calloc(options->streams, sizeof *clients);
  poller = epoll_create1(0);
  publishers = calloc(options->publishers, sizeof *publishers);
  if (!clients || !publishers) fail("calloc");
  for (int i = 0; i < options->publishers; i++) {
    publishers[i].fd = dial(options->port);
    struct epoll_event want = {.events = EPOLLIN, .data.u32 = options->streams + i};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, publishers[i].fd, &want) < 0) fail("epoll_ctl");
  }
  prepare_request(options, options->payload);
  wait_for_go();

  double begin = now(), reported = begin;
  for (int i = 0; i < options->streams; i++) {
    clients[i].reader.index = i;
    clients[i].due = begin + random_up_to(2);
  }
  for (;;) {
    struct epoll_event ready[512];
    int n = epoll_wait(poller, ready, 512, 2);
    double at = now();
    for (int i = 0; i < n; i++) {
      int other = (int)ready[i].data.u32 - options->streams;
      if (other < 0) {
        handle(&clients[ready[i].data.u32], ready[i].events, at);
        continue;
      }
      int outcome = take_answer(&publishers[other]);
      if (outcome < 0) refused++;
    }
    int is_over = at - begin >= options->seconds;
    for (int i = 0; i < options->streams; i++) {
      if (at < clients[i].due) continue;
      if (clients[i].state == GONE) come(&clients[i]);
      if (clients[i].state != OPEN || is_over) continue;
      // Who leaves has seen what is there, or it would fall behind a little more each time.
      take_all(&clients[i], at);
      leave(&clients[i], at);
    }
    if (!is_over && at >= next_post) post_in_turn(at);
    if (at - begin >= options->seconds + LAST_CALL) break;
    if (at - reported < 1) continue;
    report(at - begin);
    forget_latencies();
    reported = at;
  }
  for (int i = 0; i < options->streams; i++) {
    if (clients[i].first == 0) continue;
    gaps += sent - clients[i].last - __builtin_popcountll(clients[i].ahead);
  }
  report(now() - begin);
}
