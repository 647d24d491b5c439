import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from './support/certificate.ts';
import { startService, temporaryFolder } from './support/service.ts';

const folder = () => {
  const place = temporaryFolder();
  return { place, cert: join(place, 'cert.pem'), key: join(place, 'key.pem') };
};

/** A certificate of its own for every name, put in place as tools that renew them do it. */
function issue({ place, cert, key }: ReturnType<typeof folder>, name: string): void {
  const made = { cert: join(place, `${name}.cert`), key: join(place, `${name}.key`) };
  selfSigned(name, made);
  renameSync(made.key, key);
  renameSync(made.cert, cert);
}

/** The name in the certificate that a new connection is shown. */
async function nameShown(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return String(subject.CN);
}

test('[CF3] on SIGHUP the certificate is read again; open connections stay, a bad one is not taken', async () => {
  const files = folder();
  issue(files, 'first');
  const { port, program } = await startService([
    `--app.server.tls.cert=${files.cert}`,
    `--app.server.tls.key=${files.key}`,
  ]);
  const agent = new Agent({ rejectUnauthorized: false, keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = async (method: string, path: string, body?: string): Promise<IncomingMessage> => {
    const sent = request({ port, host: '127.0.0.1', path, method, agent });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    return answer;
  };
  const streamAgent = new Agent({ rejectUnauthorized: false });
  const opened = request({
    port,
    host: '127.0.0.1',
    path: '/api/webhook/events',
    agent: streamAgent,
  });
  opened.end();
  const [stream]: IncomingMessage[] = await once(opened, 'response');
  let received = '';
  stream?.on('data', (bytes) => {
    received += bytes;
  });
  const logged = (text: string) => expect.poll(() => program.stdout).toContain(text);
  const lines = (text: string) => program.stdout.split(text).length - 1;
  // The connection that the agent keeps is the one from before.
  (await ask('GET', '/healthz')).resume();
  expect(await nameShown(port)).toBe('first');

  issue(files, 'second');
  expect(await nameShown(port)).toBe('first');
  program.child.kill('SIGHUP');
  await logged('certificate read again');
  expect(await nameShown(port)).toBe('second');
  expect(program.stdout).toMatch(/"validUntil":"\d{4}-/);

  for (const [file, content] of [
    [files.cert, 'rubbish'],
    [files.cert, ''],
  ] as const) {
    const before = lines('the old one stays');
    writeFileSync(file, content);
    program.child.kill('SIGHUP');
    await expect.poll(() => lines('the old one stays')).toBe(before + 1);
    expect(await nameShown(port)).toBe('second');
  }
  // A certificate whose key has not arrived yet.
  const other = folder();
  issue(other, 'third');
  renameSync(other.cert, files.cert);
  program.child.kill('SIGHUP');
  await expect.poll(() => lines('the old one stays')).toBe(3);
  expect(await nameShown(port)).toBe('second');
  renameSync(other.key, files.key);
  program.child.kill('SIGHUP');
  await expect.poll(() => lines('certificate read again')).toBe(2);
  expect(await nameShown(port)).toBe('third');

  const accepted = await ask('POST', '/api/webhook', '"after all that"');
  accepted.resume();
  expect(accepted.statusCode).toBe(202);
  await expect.poll(() => received).toContain('after all that');
  opened.destroy();
});

test('[CF3] without a certificate SIGHUP ends the program, as a closed terminal should', async () => {
  const { program } = await startService();
  program.child.kill('SIGHUP');
  expect((await program.outcome).signal).toBe('SIGHUP');
});
