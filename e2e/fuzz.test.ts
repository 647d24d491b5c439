import { describe, expect, test } from 'vitest';
import { fuzz } from '../fuzz/fuzz.ts';
import { judge } from '../fuzz/judge.ts';
import { allTargets } from '../fuzz/targets.ts';
import { SERVICE } from './support/service.ts';

/** Always the same cases, for a failure that goes away with the next run helps nobody. */
const SEED = 20_260_301;

test('hostile input makes no 5xx, no exit, no hang and no garbage that stays', async () => {
  const [, program] = SERVICE;
  const { played, seen, failure } = await fuzz({ cases: 2000, seed: SEED, program });
  expect(failure).toBeUndefined();
  expect(played).toBe(2000);
  // They get beyond the first check.
  for (const status of [101, 200, 202, 204, 303, 400, 401, 404, 405, 413, 500]) {
    expect(seen.get(status), String(status)).toBeGreaterThan(0);
  }
});

test('every route is attacked, with the parameters that it takes', async () => {
  const targets = await allTargets();
  const urls = new Set(targets.map(({ url }) => url));
  for (const url of ['/api/webhook', '/api/webhook/events', '/soap/server1', '/ws', '/metrics']) {
    expect(urls).toContain(url);
  }
  const list = targets.find(({ method, url }) => method === 'GET' && url === '/api/addresses');
  expect(list?.parameters).toContain('cursor');
});

describe('the judge of the answers', () => {
  const answer = (status: number, type: string, body: string) =>
    Buffer.from(
      `HTTP/1.1 ${status} X\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  const problem = (status: number, code: string, detail = '') =>
    answer(status, 'application/problem+json', JSON.stringify({ status, code, detail }));
  const chunked = (body: string) =>
    Buffer.from(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${body}`);

  test.each<[string, Buffer, number[]]>([
    ['nothing', Buffer.alloc(0), []],
    ['an honest answer', answer(200, 'text/plain', 'x'), [200]],
    ['a refusal', problem(400, 'bad_request'), [400]],
    ['a deliberate 503', problem(503, 'archive_unavailable'), [503]],
    ['a SOAP fault', answer(500, 'text/xml', '<soapenv:Fault>'), [500]],
    [
      'several',
      Buffer.concat([chunked('1\r\nx\r\n0\r\n\r\n'), problem(404, 'not_found')]),
      [200, 404],
    ],
    ['one that breaks off', answer(200, 'text/plain', 'xxx').subarray(0, -1), [200]],
    [
      '100 Continue',
      Buffer.from('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 X\r\n\r\n'),
      [100, 204],
    ],
    ['a stream', Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\nx'), [200]],
    [
      'HEAD of a stream',
      Buffer.from(
        'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\nHTTP/1.1 204 X\r\n\r\n',
      ),
      [200, 204],
    ],
    ['HEAD', Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n'), [200]],
  ])('accepts %s', (_what, bytes, statuses) => {
    expect(judge(bytes, undefined)).toEqual({ statuses, complaint: undefined });
  });

  test.each<[string, Buffer]>([
    ['a defect', problem(500, 'internal')],
    ['a 5xx without a form', answer(502, 'text/html', 'x')],
    ['a 500 that is no fault', answer(500, 'text/xml', '<a/>')],
    ['an error of another form', answer(400, 'application/json', '{"statusCode":400}')],
    ['an unknown code', problem(400, 'whatever')],
    [
      'a code of another status',
      answer(404, 'application/problem+json', '{"status":400,"code":"bad_request"}'),
    ],
    ['insides', problem(400, 'bad_request', 'at /srv/app/node_modules/x.js')],
    ['no HTTP', Buffer.from('hello')],
    [
      'an answer inside of a stream',
      Buffer.from(
        'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: 1\n\nHTTP/1.1 200 OK\r\n\r\n',
      ),
    ],
    ['a 5xx without a word', Buffer.from('HTTP/1.1 500 X\r\ncontent-length: 0\r\n\r\n')],
    ['a way out', Buffer.from('HTTP/1.1 303 X\r\nlocation: //evil.example\r\n\r\n')],
    [
      'something after an answer',
      Buffer.concat([answer(200, 'text/plain', 'x'), Buffer.from('y')]),
    ],
  ])('complains of %s', (_what, bytes) => {
    expect(judge(bytes, undefined).complaint).toBeTypeOf('string');
  });

  test('complains of a second answer where requests may be smuggled', () => {
    const refused = problem(400, 'bad_request');
    expect(judge(refused, 400).complaint).toBeUndefined();
    const both = Buffer.concat([refused, answer(200, 'text/plain', 'x')]);
    expect(judge(both, 400).complaint).toContain('only one 400');
    expect(judge(answer(202, 'text/plain', 'x'), 400).complaint).toContain('only one 400');
  });
});
