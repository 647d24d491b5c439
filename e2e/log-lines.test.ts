import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { SERVICE, startService } from './support/service.ts';

/** Of the ranges that are kept for fiction; their last digits are what a log line may show. */
const NUMBERS = ['030 23125-111', '069 90009-222', '+49 171 3920033', '040/66969-444'];
const DIGITS = ['23125111', '90009222', '3920033', '66969444'];

test('[AR13] [OB] one line per business event, and no full phone number in any', async () => {
  const parameters = ['--profile=mock', '--app.log.level=trace'];
  const { program, url, post } = await startService(parameters);
  const [customer = '', courier = '', mobile = '', caller = ''] = NUMBERS;
  const send = async (path: string, body: unknown, status: number) => {
    const answer = await post(path, typeof body === 'string' ? body : JSON.stringify(body));
    expect(answer.status, path).toBe(status);
    return answer;
  };
  const readBack = () => fetch(`${url}/api/callers/${encodeURIComponent(customer)}`);

  await send('/api/webhook/kunden', { name: 'Café', telefon: customer }, 202);
  await send('/api/webhook/kuriere', [{ name: 'Ayla', mobil: mobile, tel: courier }], 202);
  await send('/api/webhook/jobs', { job_id: customer, status: courier, tel: mobile }, 202);
  await send(`/api/webhook/${encodeURIComponent(customer)}`, {}, 404);
  await send(`/api/webhook/${courier.replace(' ', '-')}`, {}, 404);
  await send('/api/webhook', `{"tel":"${customer}`, 400);
  await send('/api/addresses', [{ number: courier, name: `NUL \0 ${courier}` }], 202);
  await send('/api/calls', { callId: caller, from: caller, state: 'ringing' }, 202);
  await expect.poll(async () => (await readBack()).json()).toMatchObject({ match: 'exact' });

  // The telephone: over HTTP, and as a page does it.
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const { callId } = (await (await send('/api/mock/calls', { from: caller }, 201)).json()) as {
    callId: string;
  };
  await send(`/api/mock/calls/${callId}/answer`, '', 200);
  socket.send(JSON.stringify({ id: '1', command: 'transfer', params: { callId, to: mobile } }));
  socket.send(JSON.stringify({ id: '2', command: 'dial', params: { number: mobile } }));
  socket.send(JSON.stringify({ id: '3', command: customer, params: {} }));
  socket.send(`{"id":"4","command":"dial","params":{"number":"${customer}`);
  await send('/api/mock/calls', { from: customer, to: customer }, 201);
  expect((await fetch(`${url}/api/mock/addresses/${encodeURIComponent(caller)}`)).status).toBe(404);

  const soap = (inner: string) =>
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${inner}</e:Body></e:Envelope>`;
  await send('/soap/server1', soap('<getServerTime/>'), 200);
  await send('/soap/server1', soap(`<getServerTime>${customer}</getServerTime>`), 500);
  await send('/soap/server1', soap(`<n${caller.replace('/', '-')}/>`), 500);
  await send('/soap/server1', `<${customer}`, 500);

  await send('/api/privacy/export', { number: customer }, 200);
  await send('/api/privacy/erase', { number: customer, suppress: true }, 200);
  await send('/api/privacy/erase', { number: `${courier} \0`, suppress: true }, 200);
  await send('/api/privacy/erase', { number: 'nobody' }, 400);
  expect((await fetch(`${url}/api/webhook/history`, { method: 'DELETE' })).status).toBe(204);

  program.child.kill('SIGTERM');
  const { code, stdout, stderr } = await program.outcome;
  expect(code).toBe(0);
  for (const text of [
    'webhook accepted',
    'webhook rejected',
    'addresses reported',
    'calls reported',
    'telephony: call',
    'SOAP call refused',
    'personal data exported',
    'personal data erased',
    'history cleared',
    'stopped',
  ]) {
    expect(stdout).toContain(text);
  }
  const lines = (stdout + stderr).split('\n');
  for (const line of lines) {
    const digits = line.replace(/[\s()/.-]|%20/g, '');
    for (const number of DIGITS) expect(digits).not.toContain(number);
  }
  expect(stdout).toContain('"number":"…11"');
  for (const line of stdout.trimEnd().split('\n')) JSON.parse(line);
});

test.each([
  ['in colours', {}, true],
  ['plain with NO_COLOR', { NO_COLOR: '1' }, false],
])('[OB] at a terminal pretty lines are %s', async (_how, env, isColoured) => {
  const properties = '--app.log.format=pretty --app.server.port=0 --app.archive.url=off';
  const command = `${SERVICE.join(' ')} ${properties}`;
  const { NO_COLOR: _, ...inherited } = process.env;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: `${import.meta.dirname}/..`,
    env: { ...inherited, ...env },
  });
  onTestFinished(() => void child.kill());
  let said = '';
  child.stdout.on('data', (bytes) => {
    said += bytes;
  });
  await expect.poll(() => said).toContain('Hookline listens on');
  // Ctrl-C
  child.stdin.write('\u0003');
  await once(child, 'close');
  expect(said).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\S* \S*INFO .*stopped/);
  expect(said.includes('\u001b[32mINFO')).toBe(isColoured);
});
