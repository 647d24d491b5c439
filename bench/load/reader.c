#define _GNU_SOURCE
#include "reader.h"

#include <stdlib.h>
#include <string.h>

#include "publisher.h"

// `length` is that of the whole line, of which at least the beginning is at `line`.
static void take_line(Reader *reader, const char *line, size_t length, double at, Found found) {
  size_t there = length < sizeof reader->line ? length : sizeof reader->line;
  if (length > 4 && length < 4 + sizeof reader->id && memcmp(line, "id: ", 4) == 0) {
    memcpy(reader->id, line + 4, length - 4);
    reader->id[length - 4] = 0;
    return;
  }
  if (length < 6 || memcmp(line, "data: ", 6) != 0) return;
  // Our number stands somewhere in the line, wherever the server's envelope puts the payload.
  const char *mark = memchr(line, MARK, there);
  const char *missed = mark ? NULL : memmem(line, there, "\"missed\":", 9);
  if (missed) reader->missed += strtol(missed + 9, NULL, 10);
  if (!mark || mark + NUMBER_AT - MARK_AT + NUMBER_DIGITS > line + there) return;
  long number = 0;
  for (int i = 0; i < NUMBER_DIGITS; i++) number = number * 10 + mark[NUMBER_AT - MARK_AT + i] - '0';
  found(reader, number - FIRST_NUMBER, length - (mark - MARK_AT - line), at);
}

void take(Reader *reader, const char *data, size_t length, double at, Found found) {
  const char *end = data + length;
  while (data < end) {
    const char *newline = memchr(data, '\n', end - data);
    size_t more = (newline ? newline : end) - data;
    if (newline && reader->length == 0) {
      take_line(reader, data, more, at, found);
    } else {
      if (reader->length < sizeof reader->line) {
        size_t room = sizeof reader->line - reader->length;
        memcpy(reader->line + reader->length, data, more < room ? more : room);
      }
      reader->length += more;
      if (!newline) return;
      take_line(reader, reader->line, reader->length, at, found);
      reader->length = 0;
    }
    data = newline + 1;
  }
}

void start_reading(Reader *reader, int fd) {
  reader->fd = fd;
  reader->length = 0;
}
