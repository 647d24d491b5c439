import { expect, test } from 'vitest';
import { runServer } from '../support/running-server.ts';
import { faultIn, HONEST_CALL, honestTime, PATH } from './messages.ts';

test('[SO1] the time is told as long as it fits xsd:int, then a Server fault says why not', async () => {
  let time = Date.parse('2038-01-19T03:14:07.999Z');
  const server = await runServer({}, { now: () => time });
  expect(await honestTime(server)).toBe(2_147_483_647);

  for (const after of [
    '2038-01-19T03:14:08.000Z',
    '2038-06-01T00:00:00Z',
    '2106-02-07T06:28:16Z',
  ]) {
    time = Date.parse(after);
    const answer = await server.post(PATH, HONEST_CALL);
    expect(answer.status).toBe(500);
    expect(faultIn(await answer.text())).toEqual({
      code: 'Server',
      text: 'The time in seconds no longer fits xsd:int, which ended on 2038-01-19T03:14:07Z.',
    });
  }
  expect((await fetch(`${server.url}${PATH}?wsdl`)).status).toBe(200);
});
