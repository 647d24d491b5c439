import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../../../e2e/support/certificate.ts';
import { runServer } from '../support/running-server.ts';
import { outcome } from './typed-command.ts';

function fileWith(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-send-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'order.json');
  writeFileSync(path, content);
  return path;
}

test('[IN3] [IN6] a file is sent unchanged, and its receipt is printed', async () => {
  const { url, archive } = await runServer();
  const payload = '{ "n": 12345678901234567890,\n "f": 1.0 }';
  const sent = await outcome(['send', fileWith(payload), '--channel', 'jobs', '--url', url]);
  expect(sent).toMatchObject({ code: 0, said: '' });
  expect(sent.out).toMatch(/^\{"id":1,"receivedAt":"[^"]+","channel":"jobs","listeners":0\}\n$/);
  const piped = await outcome(['send', '-', `--url=${url}/`], { stdin: 'null' });
  expect(JSON.parse(piped.out)).toMatchObject({ id: 2, channel: null });
  expect(archive.stored.map((event) => event.payload.toString())).toEqual([payload, 'null']);
});

test('[IN8] the token comes from the option, the variable or a file, and is never shown', async () => {
  const { url } = await runServer({ 'app.webhook.token': 'T0ken' });
  const words = ['send', '-', '--url', url];
  const from = (env: Record<string, string>, ...more: string[]) =>
    outcome([...words, ...more], { env, stdin: '1' });
  expect(await from({}, '--token', 'T0ken')).toMatchObject({ code: 0 });
  expect(await from({ APP_WEBHOOK_TOKEN: 'T0ken' })).toMatchObject({ code: 0 });
  expect(await from({ APP_WEBHOOK_TOKEN_FILE: fileWith('T0ken\n') })).toMatchObject({ code: 0 });
  const refused = await from({ APP_WEBHOOK_TOKEN: 'Wr0ng' });
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.said).toMatch(/^hookline: http:\/\/[\d.:]+ refused: 401 unauthorized: .+\n$/);
  expect(refused.said).not.toContain('Wr0ng');
  const absent = await from({ APP_WEBHOOK_TOKEN_FILE: '/nowhere/token' });
  expect(absent).toMatchObject({ code: 2 });
  expect(absent.said).toContain('/nowhere/token cannot be read: there is no such file');
});

test('[IN5] a refusal is told in the words of the server, with exit code 1', async () => {
  const { url } = await runServer();
  const { code, out, said } = await outcome(['send', '-', '--url', url], { stdin: '{"a":' });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(said).toMatch(/refused: 400 invalid_json: .*JSON/);
});

test('who takes HTTP for HTTPS, or the other way round, is told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-send-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  selfSigned('localhost', { cert, key });
  const to = (url: string) => outcome(['send', '-', '--url', url], { stdin: '1' });
  const tls = await runServer({ 'app.server.tls.cert': cert, 'app.server.tls.key': key });
  const { host } = new URL(tls.url);
  expect((await to(`http://${host}`)).said).toContain(
    'if it speaks HTTPS, the address has to begin with https:',
  );
  const plain = await runServer();
  expect((await to(plain.url.replace('http:', 'https:'))).said).toContain(
    'it does not speak HTTPS',
  );
});

test('what is not there is said so, with exit code 1', async () => {
  const missing = await outcome(['send', '/nowhere/order.json']);
  expect(missing).toMatchObject({
    code: 1,
    said: 'hookline: /nowhere/order.json cannot be read: there is no such file\n',
  });
  const server = createServer((_request, answer) => answer.writeHead(502).end('<html>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy = await outcome(['send', '-', '--url', url], { stdin: '1' });
  expect(proxy).toMatchObject({ code: 1, said: `hookline: ${url} refused: 502 Bad Gateway\n` });
  await new Promise((resolve) => server.close(resolve));
  const gone = await outcome(['send', '-', '--url', url], { stdin: '1' });
  expect(gone).toMatchObject({
    code: 1,
    said: `hookline: ${url} cannot be reached: connection refused\n`,
  });
});
