import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { archiveCommand, succeed } from '../../commands/archive-command.ts';
import { type } from '../../commands/typed-command.ts';
import { DATABASES, databaseWithTables, emptyDatabase, execute } from '../../support/databases.ts';
import { rowsOf, temporaryFolder, WrittenArchive } from '../../support/written-archive.ts';

const HOOKLINE = join(import.meta.dirname, '../../../bin/hookline');

/** A backup of some events, each in a line of its own, and what it is a backup of. */
async function backupOf(kind: (typeof DATABASES)[number], size = 100) {
  const written = await WrittenArchive.on(kind);
  for (let i = 0; i < 30; i++) written.webhook(null, { i, text: 'x'.repeat(size) });
  await written.settled();
  const file = join(temporaryFolder(), 'backup.ndjson');
  await succeed('backup', written.url, [file]);
  return { written, file };
}

/** Not as Hookline, which nothing is restored beside. */
async function countIn(url: string, query: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rowCount;
  } finally {
    await client.end();
  }
}

async function refusal(url: string, words: readonly string[], spoolFolder?: string) {
  const { code, out, said } = await archiveCommand('restore', url, words, spoolFolder);
  expect({ code, out, said }).toEqual({ code: 1, out: '', said: expect.any(String) });
  return said;
}

test('[OP1] a file that is cut off or altered is refused with the line, and nothing is left of it', async () => {
  const { file, written } = await backupOf('sqlite');
  await written.close();
  const whole = readFileSync(file, 'utf8');
  const lines = whole.split('\n');
  const event = lines.findIndex((line) => line.startsWith('{"events"'));
  const without = (at: number) => lines.toSpliced(at, 1).join('\n');
  const cases: readonly (readonly [content: string | Buffer, line: number, why: RegExp])[] = [
    ['', 1, /cut off/],
    ['no backup', 1, /cut off/],
    ['no backup\n', 1, /this is no backup of Hookline/],
    [whole.replace('i\\":7,', 'i\\":8,'), event + 8, /altered/],
    [without(event + 4), event + 5, /altered here, or something is missing/],
    [lines.toSpliced(event + 4, 0, lines[event + 3] ?? '').join('\n'), event + 5, /altered/],
    [whole.slice(0, whole.indexOf('i\\":9,')), event + 10, /cut off/],
    [`${lines.slice(0, event + 3).join('\n')}\n`, event + 4, /cut off/],
    [`${whole}{}\n`, lines.length, /behind the end/],
    [gzipSync(whole).subarray(0, -20), lines.length, /cannot be unpacked|cut off/],
  ];
  for (const [content, line, why] of cases) {
    const bad = join(temporaryFolder(), 'bad');
    writeFileSync(bad, content);
    const url = await emptyDatabase('sqlite');
    for (const words of [[bad], [bad, '--test']]) {
      const said = await refusal(url, words);
      expect(said).toMatch(why);
      if (typeof content === 'string') expect(said).toContain(`was not restored: line ${line}: `);
      else expect(said).toMatch(/was not restored: line \d+: /);
    }
    expect(readdirSync(dirname(url.slice('sqlite:'.length)))).toEqual(['hookline.db.lock']);
  }
  await succeed('restore', await emptyDatabase('sqlite'), [file]);
});

test('[OP1] what cannot be backed up or written is told', async () => {
  const url = await emptyDatabase('sqlite');
  expect(await archiveCommand('backup', url, ['x'])).toMatchObject({
    code: 1,
    said: expect.stringMatching(/there is no archive yet: .*hookline\.db does not exist/),
  });
  const filled = await databaseWithTables('sqlite');
  expect(await archiveCommand('backup', filled, ['/nowhere/x'])).toMatchObject({
    code: 1,
    said: expect.stringContaining('no backup was made: '),
  });
  expect(await archiveCommand('backup', filled, [])).toMatchObject({
    code: 2,
    said: expect.stringContaining('a file, or -, is missing'),
  });
  expect(await archiveCommand('restore', 'off', ['x'])).toMatchObject({ code: 2 });
  const { code, out, said } = await archiveCommand('backup', filled, ['-', '--quiet']);
  expect({ code, said }).toEqual({ code: 0, said: '' });
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/^\{"end":\{"counts":\{"addresses":0,/);
});

describe.each(DATABASES)('[OP1] %s', (kind) => {
  test('is not restored where something is, where a service runs, nor from a newer version', async () => {
    const { written, file } = await backupOf(kind);
    if (kind === 'sqlite') written.archive.claim();
    const running = await refusal(written.url, [file], written.spoolFolder);
    expect(running).toMatch(/is used by another Hookline that is running|a Hookline on .* uses/);
    await written.close();
    expect(await refusal(written.url, [file])).toMatch(
      / is not empty, and nothing is restored over/,
    );

    // The service has made it and was stopped: there is nothing in it.
    const made = await databaseWithTables(kind);
    await succeed('restore', made, [file]);
    expect(await refusal(made, [file])).toContain('is not empty');

    const foreign = await emptyDatabase(kind);
    await execute(foreign, 'create table calls (a text)');
    expect(await refusal(foreign, [file])).toContain('is not empty');
    await execute(written.url, "insert into kysely_migration values ('999-future', '2030-01-01')");
    expect(await archiveCommand('backup', written.url, ['-'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('a newer version of Hookline has changed the database'),
    });
  });

  test('killed half-way leaves nothing that looks whole, and can be done again', async () => {
    const { written, file } = await backupOf(kind, 100_000);
    await written.close();
    const url = await emptyDatabase(kind);
    const words = [`--app.archive.url=${url}`, `--app.archive.spool-dir=${temporaryFolder()}`];
    const program = spawn(HOOKLINE, ['restore', '-', ...words], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    onTestFinished(() => void program.kill('SIGKILL'));
    const bytes = readFileSync(file);
    program.stdin.on('error', () => {});
    // The rest never comes.
    program.stdin.write(bytes.subarray(0, bytes.length - 500_000));
    const rows = async () =>
      kind === 'sqlite'
        ? (await rowsOf(`${url}.restoring`, 'events')).length
        : countIn(url, 'select 1 from events');
    await expect.poll(() => rows().catch(() => 0)).toBeGreaterThan(9);
    program.kill('SIGKILL');
    await once(program, 'exit');

    if (kind === 'sqlite') expect(existsSync(url.slice('sqlite:'.length))).toBe(false);
    else {
      const service = await WrittenArchive.at(url);
      await expect.poll(() => service.archive.troubles().join()).toContain('already exists');
      await service.close();
      const connected = "select 1 from pg_stat_activity where application_name like 'hookline%'";
      const left = () => countIn(url, `${connected} and datname = current_database()`);
      await expect.poll(left).toBe(0);
    }
    expect(await succeed('restore', url, [file])).toContain('30 events');
    expect(await rowsOf(url, 'events')).toHaveLength(30);
    if (kind === 'sqlite')
      expect(existsSync(`${url.slice('sqlite:'.length)}.restoring`)).toBe(false);
  });
});

test('[OP1] a move that is ended leaves nothing where it was to go', async () => {
  const { written } = await backupOf('sqlite');
  await written.close();
  const to = await emptyDatabase('sqlite');
  const from = `--app.archive.url=${written.url}`;
  const typed = type(['move-archive', to, from, `--app.archive.spool-dir=${temporaryFolder()}`]);
  typed.interrupt();
  expect(await typed.code).toBe(1);
  expect(typed.said).toContain('the archive was not moved');
  const places = ['', '.restoring'].map((end) => to.slice('sqlite:'.length) + end);
  expect(places.filter((path) => existsSync(path))).toEqual([]);
});

test('[OP1] a backup that is killed half-way is none, and the next one removes what is left of it', async () => {
  const { written, file: whole } = await backupOf('sqlite', 100_000);
  await written.close();
  const folder = temporaryFolder();
  const file = join(folder, 'backup.ndjson.gz');
  writeFileSync(file, readFileSync(whole));
  const program = spawn(HOOKLINE, ['backup', file, `--app.archive.url=${written.url}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  await expect.poll(() => readdirSync(folder), { interval: 1 }).toHaveLength(2);
  program.kill('SIGKILL');
  await once(program, 'exit');
  // The one before, or all of the new one.
  await succeed('restore', written.url, [file, '--test']);
  writeFileSync(`${file}.part-${program.pid}`, 'half');
  await succeed('backup', written.url, [file]);
  expect(readdirSync(folder)).toEqual(['backup.ndjson.gz']);
});
