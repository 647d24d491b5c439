import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Leftovers } from '../archive/earlier/live-through.ts';
import type { Version } from '../archive/earlier/versions.ts';
import { type DatabaseKind, emptyDatabase } from './database.ts';

const FOLDER = join(import.meta.dirname, '../archive/earlier');

/** The address of an archive as an earlier version has written it; the first one, in a week. */
export async function earlierArchive(kind: DatabaseKind, version?: Version): Promise<string> {
  const name = version === undefined ? 'week' : `days/${version}`;
  const url = await emptyDatabase(kind);
  if (kind === 'sqlite') {
    writeFileSync(url.slice('sqlite:'.length), unpacked(`${name}.db.br`));
    return url;
  }
  execFileSync('psql', ['--quiet', '--set=ON_ERROR_STOP=1', url], {
    input: unpacked(`${name}.sql.br`),
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  return url;
}

/** What an earlier version has left beside its database. */
export function leftoversOf(version: Version): Leftovers {
  return JSON.parse(readFileSync(join(FOLDER, 'days', `${version}.json`), 'utf8'));
}

function unpacked(name: string): Buffer {
  return brotliDecompressSync(readFileSync(join(FOLDER, name)));
}
