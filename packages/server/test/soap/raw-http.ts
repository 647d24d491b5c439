import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/**
 * Sends bytes as they are, so that a test can be any client. A second part is held back until
 * the server has said `100 Continue`.
 */
export function sendRaw(port: number, first: Buffer, second?: Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(first));
    let received = Buffer.alloc(0);
    let awaitsContinue = second !== undefined;
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = received.toString('latin1', 0, end);
      if (awaitsContinue && second && head === 'HTTP/1.1 100 Continue') {
        awaitsContinue = false;
        received = received.subarray(end + 4);
        socket.write(second);
        return;
      }
      const body = received.subarray(end + 4);
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
      if (body.length < length) return;
      socket.destroy();
      const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
      resolve({ status: Number(status), head, body: body.toString() });
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('closed without an answer')));
  });
}
