// Streams that read, publishers that post: how many deliveries in what time, and after how long.
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "modes.h"
#include "publisher.h"
#include "reader.h"

#define FILLING 102400
#define PATIENCE 3.0  // seconds without a byte, after which what has not come is lost

static const Options *options;
static Reader *readers;
static Publisher *publishers;
static Publisher **idle;
static int idle_publishers;
static int poller;

static uint8_t *seen;         // one bit for each event and stream
static size_t seen_bytes;     // for each event, since streams take the same ones at the same time
static int *arrived;          // by event: streams that have it
static long deliveries, doubled, broken;
static int sent, complete, closed, refused;
static double last_delivery;

static void found(Reader *reader, int number, size_t length, double at) {
  if (number < 1 || number > sent || length < (size_t)options->payload) {
    broken++;
    return;
  }
  uint8_t *byte = &seen[number * seen_bytes + reader->index / 8], bit = 1 << reader->index % 8;
  if (*byte & bit) {
    doubled++;
    return;
  }
  *byte |= bit;
  deliveries++;
  if (++arrived[number] == options->streams) complete++;
  note_latency(at - POSTED_AT(number));
  last_delivery = at;
}

static void handle(struct epoll_event *event) {
  static char buffer[1 << 18];
  if (event->data.u32 >= (uint32_t)options->streams) {
    Publisher *publisher = &publishers[event->data.u32 - options->streams];
    int outcome = take_answer(publisher);
    if (outcome < 0) refused++;
    if (outcome != 0) idle[idle_publishers++] = publisher;
    return;
  }
  Reader *reader = &readers[event->data.u32];
  ssize_t got;
  do {
    got = recv(reader->fd, buffer, sizeof buffer, MSG_DONTWAIT);
    if (got > 0) take(reader, buffer, got, now(), found);
  } while (got == sizeof buffer);
  if (got > 0 || (got < 0 && errno == EAGAIN)) return;
  closed++;
  epoll_ctl(poller, EPOLL_CTL_DEL, reader->fd, NULL);
}

// Publishes and waits until all has come. Answers the seconds from first post to last delivery.
static double run(int events, double seconds, double pace, int window) {
  struct epoll_event ready[512];
  int before = sent;
  double begin = now(), active = begin;
  last_delivery = begin;
  for (;;) {
    double at = now();
    int over = (events > 0 && sent - before >= events) || (seconds > 0 && at - begin >= seconds);
    while (!over && idle_publishers > 0 && (window == 0 || sent - complete < window) &&
           (pace == 0 || at - begin >= (sent - before) / pace)) {
      if (sent == MAX_EVENTS) fail("too many events");
      publish(idle[--idle_publishers], ++sent);
      over = events > 0 && sent - before >= events;
    }
    if (over && complete == sent && idle_publishers == options->publishers) break;
    int patience = options->polling ? 0 : pace > 0 && !over ? 1 : 500;
    int n = epoll_wait(poller, ready, 512, patience);
    if (n > 0) active = now();
    else if (now() - active > PATIENCE) break;
    for (int i = 0; i < n; i++) handle(&ready[i]);
  }
  // What is lost is not waited for a second time.
  complete = sent;
  return last_delivery - begin;
}

// Edge-triggered: the kernel need not look a second time at what has been read.
static void watch(int fd, uint32_t index) {
  struct epoll_event want = {.events = EPOLLIN | EPOLLET, .data.u32 = index};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, fd, &want) < 0) fail("epoll_ctl");
}

// The kernel takes megabytes for a connection that nobody reads. Until its buffers are full the
// server notices nothing, so they are filled before the others come.
static void open_frozen(void) {
  for (int i = 0; i < options->frozen; i++) open_stream(options);
  prepare_request(options, FILLING);
  Publisher publisher = {.fd = dial(options->port)};
  while (sent < options->fill) publish_and_wait(&publisher, ++sent);
  close(publisher.fd);
  complete = sent;
}

static void open_all(void) {
  poller = epoll_create1(0);
  readers = calloc(options->streams, sizeof *readers);
  publishers = calloc(options->publishers, sizeof *publishers);
  idle = calloc(options->publishers, sizeof *idle);
  seen_bytes = options->streams / 8 + 1;
  seen = calloc(MAX_EVENTS + 1, seen_bytes);
  arrived = calloc(MAX_EVENTS + 1, sizeof *arrived);
  if (!readers || !publishers || !idle || !seen || !arrived) fail("calloc");
  open_frozen();
  for (int i = 0; i < options->streams; i++) {
    readers[i].index = i;
    start_reading(&readers[i], open_stream(options));
    watch(readers[i].fd, i);
  }
  // Last, for a server closes a connection on which no request comes for some seconds.
  for (int i = 0; i < options->publishers; i++) {
    publishers[i].fd = dial(options->port);
    watch(publishers[i].fd, options->streams + i);
    idle[idle_publishers++] = &publishers[i];
  }
}

void fan_out(const Options *given) {
  options = given;
  open_all();
  prepare_request(options, options->payload);
  if (options->warm_up > 0) run(options->warm_up, 0, 0, options->window);
  long warm_up_deliveries = deliveries;
  int warm_up_events = sent;
  forget_latencies();
  wait_for_go();

  double seconds = 0, used = processor_time(), begin = now();
  for (int i = 0; i < options->bursts; i++) {
    seconds += run(options->events, options->seconds, options->pace, options->window);
  }
  double busy = (processor_time() - used) / (now() - begin);
  long events = sent - warm_up_events, delivered = deliveries - warm_up_deliveries;
  long lost = (long)(sent - options->fill) * options->streams - deliveries;
  printf("{\"events\":%ld,\"delivered\":%ld,\"lost\":%ld,\"doubled\":%ld,\"broken\":%ld,"
         "\"closed\":%d,\"refused\":%d,\"seconds\":%.6f,\"p50\":%.2f,\"p99\":%.2f,\"busy\":%.3f}\n",
         events, delivered, lost, doubled, broken, closed, refused, seconds,
         latency_percentile(0.5), latency_percentile(0.99), busy);
}
