#define _GNU_SOURCE
#include "publisher.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

double posted_at[MAX_EVENTS];
static char *request;
static size_t head_length, request_length;

void prepare_request(const Options *options, int payload) {
  static const char BEGIN[] = "{\"~\":1000000000,\"text\":\"", END[] = "\"}";
  const int begin = sizeof BEGIN - 1, end = sizeof END - 1;
  if (payload < begin + end) fail("the payload is too small to carry a number");
  free(request);
  request = malloc(1024 + payload);
  head_length = sprintf(request,
                        "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                        "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n",
                        options->publish_path, options->port, payload);
  char *body = request + head_length;
  memcpy(body, BEGIN, begin);
  memset(body + begin, 'x', payload - begin - end);
  memcpy(body + payload - end, END, end);
  request_length = head_length + payload;
}

void publish(Publisher *publisher, int number) {
  char digits[16];
  snprintf(digits, sizeof digits, "%d", FIRST_NUMBER + number);
  memcpy(request + head_length + NUMBER_AT, digits, NUMBER_DIGITS);
  POSTED_AT(number) = now();
  publisher->is_waiting = 1;
  send_all(publisher->fd, request, request_length);
}

int take_answer(Publisher *publisher) {
  ssize_t got = read(publisher->fd, publisher->answer + publisher->kept,
                     sizeof publisher->answer - 1 - publisher->kept);
  if (got <= 0) fail("the connection of a publisher was closed");
  publisher->kept += got;
  publisher->answer[publisher->kept] = 0;
  char *head_end = strstr(publisher->answer, "\r\n\r\n");
  if (!head_end) return 0;
  char *length = strcasestr(publisher->answer, "\r\ncontent-length:");
  size_t body = length && length < head_end ? strtoul(length + 17, NULL, 10) : 0;
  if (publisher->kept < head_end + 4 - publisher->answer + body) return 0;
  publisher->kept = 0;
  publisher->is_waiting = 0;
  return publisher->answer[9] == '2' ? 1 : -1;
}

void publish_and_wait(Publisher *publisher, int number) {
  publish(publisher, number);
  int outcome;
  while ((outcome = take_answer(publisher)) == 0) continue;
  if (outcome < 0) fail("an event was refused");
}
