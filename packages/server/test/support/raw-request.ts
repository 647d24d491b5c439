import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Sends bytes as they are and answers everything that comes back until the server closes. */
export function rawRequest(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      answer += text;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => resolve(answer));
    socket.write(bytes);
  });
}

/** Writes something again and again until the server has had enough; answers what it was told. */
export function toldWhile(
  port: number,
  every: number,
  write: (socket: Socket) => void,
  begin: (socket: Socket) => void = () => {},
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let answer = '';
    const timer = setInterval(() => write(socket), every);
    socket.on('connect', () => begin(socket));
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      resolve(answer);
    });
  });
}
