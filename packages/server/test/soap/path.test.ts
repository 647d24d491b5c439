import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { runServer } from '../support/running-server.ts';
import { HONEST_CALL, PATH } from './messages.ts';

const load = (path: string) => loadConfig([`--app.soap.path=${path}`], {}, () => '');

describe('app.soap.path', () => {
  test.each(['/soap/server1', '/axis/server1.jws', '/s', '/a/b/c', '/apis', '/a~b_c-d', '/.jws'])(
    '[CF2] takes %s, and the service is there and nowhere else',
    async (path) => {
      expect(load(path)).toMatchObject({ wants: 'run', config: { 'app.soap.path': path } });
      const { post } = await runServer({ 'app.soap.path': path });
      expect((await post(path, HONEST_CALL)).status).toBe(200);
      if (path !== PATH) expect((await post(PATH, HONEST_CALL)).status).toBe(404);
    },
  );

  test.each([
    'soap',
    '/',
    '//',
    '/soap/',
    '/soap//server1',
    '/../soap',
    '/soap/.',
    '/soap/:name',
    '/soap/*',
    '/soap?wsdl',
    '/soap#a',
    '/so ap',
    '/s%6fap',
    '/sü',
    '/soap"',
    '/api',
    '/api/webhook',
    '/API/soap',
    '/assets/page.css',
    '/docs',
    '/healthz',
    '/readyz',
    '/metrics',
    '/login',
    '/ws',
  ])('[CF2] refuses %s', (path) => {
    expect(load(path)).toEqual({
      wants: 'mistakes',
      mistakes: [
        expect.stringContaining(`--app.soap.path: ${JSON.stringify(path)} is not allowed`),
      ],
    });
  });
});
