import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface PageFile {
  readonly type: string;
  readonly body: string;
}

/**
 * Serves pages of a test from a free port; what is not a page is passed on to the service, if there is one. A page
 * that the test tool makes up is of no network, and Chromium keeps such pages off loopback.
 */
export async function servePages(
  pages: (path: string) => PageFile | undefined,
  servicePort?: number,
): Promise<number> {
  const server = createServer((incoming, answer) => {
    const page = pages(incoming.url ?? '');
    if (page) {
      answer.writeHead(200, { 'content-type': page.type }).end(page.body);
      return;
    }
    if (servicePort === undefined) {
      answer.writeHead(404).end();
      return;
    }
    const { method, url, headers } = incoming;
    const passedOn = request({ port: servicePort, method, path: url, headers });
    passedOn.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passedOn.on('error', () => answer.destroy());
    answer.on('close', () => passedOn.destroy());
    incoming.pipe(passedOn);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
