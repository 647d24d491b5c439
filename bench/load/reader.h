// Takes a stream apart into lines, and finds the number of our event in a line of data.
#ifndef READER_H
#define READER_H
#include <stddef.h>

typedef struct {
  int fd;
  int index;
  size_t length;     // of the line so far, which may be longer than what is kept of it
  char line[160];
  char id[48];       // the last one that came
  long missed;       // events that the server has said it no longer has
} Reader;

// Called for every line of data that carries a number of ours; `length` is that of the payload.
typedef void (*Found)(Reader *reader, int number, size_t length, double at);

void take(Reader *reader, const char *data, size_t length, double at, Found found);
void start_reading(Reader *reader, int fd);
#endif
