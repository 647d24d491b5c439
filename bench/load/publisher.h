// Posts numbered events, one after the other on each connection.
#ifndef PUBLISHER_H
#define PUBLISHER_H
#include "wire.h"

// {"~":1000000001,"text":"xxx…"}: the mark is a character that no server sends of its own.
#define MARK '~'
#define MARK_AT 2
#define NUMBER_AT 5
#define NUMBER_DIGITS 10
#define FIRST_NUMBER 1000000000
#define MAX_EVENTS 400000

typedef struct {
  int fd;
  int is_waiting;  // for an answer
  size_t kept;
  char answer[2048];
} Publisher;

// Of the latest ones; an event that is under way is among them.
#define POSTED_AT(number) posted_at[(number) % MAX_EVENTS]
extern double posted_at[MAX_EVENTS];

void prepare_request(const Options *options, int payload);
void publish(Publisher *publisher, int number);
// Reads what has come. 1: answered with 2xx, 0: not yet, -1: refused.
int take_answer(Publisher *publisher);
void publish_and_wait(Publisher *publisher, int number);
#endif
