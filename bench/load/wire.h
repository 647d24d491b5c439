// Sockets, time and counting, for every mode of the load generator.
#ifndef WIRE_H
#define WIRE_H
#include <stddef.h>

typedef struct {
  int port;
  const char *stream_path;
  const char *publish_path;
  int streams;
  int frozen;        // further streams that are opened and never read
  int fill;          // large events for them alone, until their buffers are full
  int publishers;
  int payload;       // bytes
  double seconds;    // publish for so long, or ...
  int events;        // ... so many events (of each burst), or until one of both is reached
  double pace;       // events per second; 0: as fast as they are answered
  int polling;       // never sleeps: no sender has to wake it, as none wakes a reader on a network
  int bursts;        // how often, each once the one before has been delivered
  int window;        // events that may be under way; 0: any number
  int warm_up;       // events before the clock starts
  double stay;       // seconds that a client of a churn stays at most
  int missed;        // events that pass while the clients of a storm are away
} Options;

double now(void);
double processor_time(void);
void fail(const char *what);
int dial(int port);
int dial_without_waiting(int port);
void send_all(int fd, const char *text, size_t length);
void ask_for_stream(int fd, const Options *options, const char *last_event_id);
// Opens a stream and waits for the head of the answer.
int open_stream(const Options *options);
void wait_for_go(void);

void note_latency(double seconds);
void forget_latencies(void);
double latency_percentile(double share);  // milliseconds
#endif
