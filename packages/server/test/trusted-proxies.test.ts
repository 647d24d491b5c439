import type { Rejection } from '@hookline/contract';
import { describe, expect, test } from 'vitest';
import { networks } from '../src/config/kinds/kinds.ts';
import { rawRequest } from './support/raw-request.ts';
import { runServer } from './support/running-server.ts';

const behind = (...proxies: string[]) => ({ 'app.server.trusted-proxies': proxies });

async function senderOf(url: string, forwardedFor?: string): Promise<string | undefined> {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  await fetch(`${url}/api/webhook`, { method: 'POST', body: '{', headers });
  const list: Rejection[] = await (await fetch(`${url}/api/webhook/rejections`)).json();
  return list[0]?.sender;
}

describe('[SE4] who sent a request', () => {
  test('is whoever holds the connection, whatever the headers say', async () => {
    const { url } = await runServer();
    expect(await senderOf(url, '203.0.113.9')).toBe('127.0.0.1');
    const elsewhere = await runServer(behind('192.0.2.0/24', '2001:db8::/32'));
    expect(await senderOf(elsewhere.url, '203.0.113.9')).toBe('127.0.0.1');
  });

  test.each([
    ['nothing', undefined, '127.0.0.1'],
    ['one address', '203.0.113.9', '203.0.113.9'],
    ['what a client wrote before', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['a chain of proxies', '203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['a stranger among the proxies', '203.0.113.9, 192.0.2.7, 10.1.2.3', '192.0.2.7'],
    ['only proxies', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['IPv6', '2001:db8::9', '2001:db8::9'],
    ['IPv4 in the clothes of IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
    ['a port', '203.0.113.9:4711', '203.0.113.9'],
    ['IPv6 with a port', '[2001:db8::9]:4711', '2001:db8::9'],
    ['rubbish', 'unknown', '127.0.0.1'],
    ['rubbish before a proxy', '"><script>, 10.0.0.2', '10.0.0.2'],
    ['an empty list', ' , ', '127.0.0.1'],
  ])('is told by a trusted proxy: %s', async (_what, header, expected) => {
    const { url } = await runServer(behind('loopback', '10.0.0.0/8'));
    expect(await senderOf(url, header)).toBe(expected);
  });

  test('stands in the log too', async () => {
    const { url, post, logLines } = await runServer(behind('127.0.0.1'));
    await senderOf(url, '203.0.113.9');
    await post('/soap/server1', 'no XML', { 'x-forwarded-for': '203.0.113.10' });
    const senders = logLines.map((line) => JSON.parse(line)).map(({ sender }) => sender);
    expect(senders).toEqual(['203.0.113.9', '203.0.113.10']);
  });
});

describe('[SE4] the address that a client asked for', () => {
  const forwarded = 'X-Forwarded-Proto: https\r\nX-Forwarded-Host: hooks.example.com\r\n';
  const ask = (port: number, path: string, headers: string) =>
    rawRequest(
      port,
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`,
    );

  test('is believed of a trusted proxy, in the WSDL and for telephony', async () => {
    const { port } = await runServer({ ...behind('loopback'), 'app.profiles': ['mock'] });
    expect(await ask(port, '/soap/server1?wsdl', forwarded)).toContain(
      'location="https://hooks.example.com/soap/server1"',
    );
    expect(await ask(port, '/api/telephony', forwarded)).toContain('"wss://hooks.example.com/ws"');
    const twice = `X-Forwarded-Host: evil.example\r\n${forwarded}`;
    expect(await ask(port, '/api/telephony', twice)).toContain('"wss://hooks.example.com/ws"');
  });

  test('is believed of nobody else', async () => {
    const { port } = await runServer({ 'app.profiles': ['mock'] });
    expect(await ask(port, '/api/telephony', forwarded)).toContain('"ws://localhost/ws"');
    expect(await ask(port, '/soap/server1?wsdl', forwarded)).toContain(
      'location="http://localhost/soap/server1"',
    );
  });

  test('must be one, and a public address is stronger', async () => {
    const { port } = await runServer({ ...behind('loopback'), 'app.profiles': ['mock'] });
    const markup = 'X-Forwarded-Proto: gopher\r\nX-Forwarded-Host: "><b>\r\n';
    expect(await ask(port, '/api/telephony', markup)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await ask(port, '/api/telephony', 'X-Forwarded-Proto: gopher\r\n')).toContain(
      '"ws://localhost/ws"',
    );
    const known = await runServer({
      ...behind('loopback'),
      'app.profiles': ['mock'],
      'app.server.public-url': 'https://office.example.com',
    });
    expect(await ask(known.port, '/api/telephony', forwarded)).toContain(
      '"wss://office.example.com/ws"',
    );
  });
});

test('[CF2] trusted proxies are addresses, networks or loopback', () => {
  const good = 'loopback, 192.0.2.7,10.0.0.0/8, ::1,2001:db8::/32,0.0.0.0/0';
  expect(networks.parse(good)).toEqual(good.split(/, ?/));
  for (const bad of ['proxy', '10.0.0', '10.0.0.0/33', '10.0.0.0/', '::1/129', 'fe80::1%eth0']) {
    expect(networks.parse(`192.0.2.7,${bad}`), bad).toBeUndefined();
  }
  expect(networks.parse('10.0.0.0/8/8')).toBeUndefined();
});
