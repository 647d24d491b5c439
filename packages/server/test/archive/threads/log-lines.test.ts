import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { provided } from '../../../../../scripts/provided.ts';
import { DATABASES, emptyDatabase, execute } from '../../support/databases.ts';
import { collected, only, temporaryFolder, WrittenArchive } from '../../support/written-archive.ts';

const NUMBERS = ['030 23125-100', '069 90009-200', '0171 39200-11', '040 66969-300'];
const DIGITS = ['23125100', '90009200', '3920011', '66969300'];

describe.each(DATABASES)('%s: log lines', (kind) => {
  test('[AR13] no full number, whatever happens', async () => {
    const [first = '', second = '', third = '', fourth = ''] = NUMBERS;
    const { url, create, destroy } = await absentDatabase();
    const written = await WrittenArchive.at(url);
    const { archive } = written;
    const told: string[] = [];
    const attempt = async (work: Promise<unknown>) => {
      await work.catch((error: Error) => told.push(`${error.message} ${error.cause ?? ''}`));
      told.push(...archive.troubles());
    };
    const report = () => {
      written.webhook('kunden', { number: first, name: `Süß ${second}` });
      written.webhook('kunden', { number: second, name: `NUL \0 ${first}` });
      written.webhook('jobs', { jobId: first, status: `\0${second}`, tel: third });
      written.webhook('jobs', { jobId: first, tel: third });
      written.phoneBook([{ number: third, mobil: fourth }]);
      written.report({ callId: `\0${first}`, from: first, state: 'ringing' });
      written.report({ callId: first, from: first, state: 'ringing' });
    };
    report();
    await expect.poll(() => archive.figures().waiting).toBeGreaterThan(0);
    await attempt(archive.eraseNumber(first, true));
    await create();
    await expect.poll(() => archive.figures().stored).toBeGreaterThan(0);
    await attempt(written.settled());
    const { id } = only(await written.addresses({ number: third }));
    await attempt(archive.changeAddress(id, { number: first }));
    await attempt(archive.changeAddress(id, { number: `${first} \0`, name: `\0${first}` }));
    await attempt(archive.changeAddress(id, { fields: { [second]: second } }));
    await attempt(archive.caller(`${first}\0`));
    await attempt(collected(archive.exportNumber(first)));
    await attempt(collected(archive.exportNumber(`abc ${'1'.repeat(400)}`)));
    await attempt(archive.eraseNumber(second, true));
    report();
    await attempt(written.settled());
    await destroy();
    report();
    await attempt(archive.deleteAddress('nobody'));
    await attempt(archive.caller(first));
    await written.close();
    expect(written.logLines.length).toBeGreaterThan(0);
    for (const line of [...written.logLines, ...told]) {
      const digits = line.replace(/[\s()/.-]/g, '');
      for (const number of DIGITS) expect(digits).not.toContain(number);
    }
  });

  async function absentDatabase() {
    if (kind === 'sqlite') {
      const folder = join(temporaryFolder(), 'data');
      writeFileSync(folder, 'no folder');
      return {
        url: `sqlite:${join(folder, 'hookline.db')}`,
        create: async () => rmSync(folder),
        destroy: async () => writeFileSync(join(folder, 'hookline.db'), 'x'.repeat(100_000)),
      };
    }
    const url = await emptyDatabase(kind);
    const name = url.slice(url.lastIndexOf('/') + 1);
    const run = (statement: string) => execute(provided('postgres').url, statement);
    await run(`drop database ${name}`);
    return {
      url,
      create: () => run(`create database ${name}`),
      destroy: () => run(`drop database ${name} with (force)`),
    };
  }
});
