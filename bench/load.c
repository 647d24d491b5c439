// Opens many event streams, publishes events, and counts every delivery.
//
//   load churn|fan-out|hold|storm OPTION=VALUE ...
//
// Prints "ready" once all streams are open, waits for a line on standard input, and prints what it
// found as one line of JSON. The options are those of load/wire.h.
//
// In C because a load generator in JavaScript is slower than the server it is to measure.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "load/modes.h"

static Options options = {.publishers = 1, .payload = 200, .bursts = 1, .stay = 20, .missed = 20};

static int is(const char *argument, const char *name, const char **value) {
  size_t length = strlen(name);
  if (strncmp(argument, name, length) != 0 || argument[length] != '=') return 0;
  *value = argument + length + 1;
  return 1;
}

static void set(const char *argument) {
  const char *value;
  if (is(argument, "port", &value)) options.port = atoi(value);
  else if (is(argument, "stream-path", &value)) options.stream_path = value;
  else if (is(argument, "publish-path", &value)) options.publish_path = value;
  else if (is(argument, "streams", &value)) options.streams = atoi(value);
  else if (is(argument, "frozen", &value)) options.frozen = atoi(value);
  else if (is(argument, "fill", &value)) options.fill = atoi(value);
  else if (is(argument, "publishers", &value)) options.publishers = atoi(value);
  else if (is(argument, "payload", &value)) options.payload = atoi(value);
  else if (is(argument, "seconds", &value)) options.seconds = atof(value);
  else if (is(argument, "events", &value)) options.events = atoi(value);
  else if (is(argument, "pace", &value)) options.pace = atof(value);
  else if (is(argument, "bursts", &value)) options.bursts = atoi(value);
  else if (is(argument, "polling", &value)) options.polling = atoi(value);
  else if (is(argument, "window", &value)) options.window = atoi(value);
  else if (is(argument, "warm-up", &value)) options.warm_up = atoi(value);
  else if (is(argument, "stay", &value)) options.stay = atof(value);
  else if (is(argument, "missed", &value)) options.missed = atoi(value);
  else {
    fprintf(stderr, "load: what is %s?\n", argument);
    exit(2);
  }
}

int main(int argc, char **argv) {
  for (int i = 2; i < argc; i++) set(argv[i]);
  // A stream is an open file; the usual limit of a shell is 1,024 of them.
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }
  const char *mode = argc > 1 ? argv[1] : "";
  if (strcmp(mode, "churn") == 0) churn(&options);
  else if (strcmp(mode, "fan-out") == 0) fan_out(&options);
  else if (strcmp(mode, "hold") == 0) hold(&options);
  else if (strcmp(mode, "storm") == 0) storm(&options);
  else {
    fprintf(stderr, "usage: load churn|fan-out|hold|storm OPTION=VALUE ...\n");
    return 2;
  }
  return 0;
}
