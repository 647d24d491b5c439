import { DatabaseSync } from 'node:sqlite';
import { afterAll } from 'vitest';
import { RECORD_TABLES } from '../../packages/server/src/archive/engine/store/schema.ts';
import { settled, until } from './archive.ts';
import { type Service, startService, type WhenOver } from './service.ts';

/**
 * One service for all tests of a file, started when the first of them asks for it: a start takes
 * more work than most of what they do. They find it as the one before has left it.
 */
export function sharedService(parameters: string[] = []): () => Promise<Service> {
  const ends: Parameters<WhenOver>[0][] = [];
  let service: Promise<Service> | undefined;
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return () => {
    service ??= startService(parameters, {}, undefined, (end) => ends.push(end));
    return service;
  };
}

/**
 * The same, without anything that the tests before have sent, stored or begun. Only numbers that
 * they had erased for good stay unwanted, since the service keeps those in memory.
 */
export function emptiedService(parameters: string[] = []): () => Promise<Service> {
  const shared = sharedService(parameters);
  return async () => {
    const service = await shared();
    await endCalls(service);
    await fetch(`${service.url}/api/webhook/history`, { method: 'DELETE' });
    // It takes requests before its tables are there.
    await until(
      () => fetch(`${service.url}/api/archive/events?limit=1`),
      ({ ok }) => ok,
    );
    await settled(service);
    // Who was erased is gone from the mock's phone book as well.
    await service.post('/api/mock/address-cache/fill', '');
    changeArchive(service, RECORD_TABLES.map((table) => `delete from ${table};`).join(''));
    return service;
  };
}

/** Changes what is stored, past the service. */
export function changeArchive({ archiveUrl }: Service, statements: string): void {
  const db = new DatabaseSync(archiveUrl.slice('sqlite:'.length), { timeout: 300_000 });
  try {
    db.exec(statements);
  } finally {
    db.close();
  }
}

/** A call that nobody has ended would be on in the next test too. */
async function endCalls({ url, post }: Service): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  const hello = await new Promise<string>((resolve) => {
    socket.addEventListener('message', ({ data }) => resolve(String(data)), { once: true });
    // There is no telephony mock.
    socket.addEventListener('error', () => resolve('{"data":{"calls":[]}}'));
  });
  socket.close();
  const { data } = JSON.parse(hello) as { data: { calls: { callId: string }[] } };
  for (const { callId } of data.calls) await post(`/api/mock/calls/${callId}/hangup`, '');
}
