// Opens streams and reads whatever comes, until standard input ends or has a line.
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "modes.h"

void hold(const Options *options) {
  static char buffer[1 << 16];
  int poller = epoll_create1(0), closed = 0;
  struct epoll_event want = {.events = EPOLLIN, .data.fd = STDIN_FILENO};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, STDIN_FILENO, &want) < 0) fail("epoll_ctl");
  for (int i = 0; i < options->streams; i++) {
    want.data.fd = open_stream(options);
    if (epoll_ctl(poller, EPOLL_CTL_ADD, want.data.fd, &want) < 0) fail("epoll_ctl");
  }
  printf("ready\n");
  fflush(stdout);
  for (;;) {
    struct epoll_event ready[512];
    int n = epoll_wait(poller, ready, 512, -1);
    for (int i = 0; i < n; i++) {
      int fd = ready[i].data.fd;
      ssize_t got = read(fd, buffer, sizeof buffer);
      if (fd == STDIN_FILENO) {
        printf("{\"closed\":%d}\n", closed);
        return;
      }
      if (got > 0) continue;
      closed++;
      close(fd);
    }
  }
}
