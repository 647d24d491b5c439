import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type DatabaseKind, emptyDatabase } from './databases.ts';

const FOLDER = join(import.meta.dirname, '../archive/earlier');

/** The address of an archive as the first version of Hookline has written it. */
export async function earlierArchive(kind: DatabaseKind): Promise<string> {
  const url = await emptyDatabase(kind);
  if (kind === 'sqlite') {
    writeFileSync(url.slice('sqlite:'.length), unpacked('sqlite.db.br'));
    return url;
  }
  const input = unpacked('postgres.sql.br');
  execFileSync('psql', ['--quiet', '--set=ON_ERROR_STOP=1', url], {
    input,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  return url;
}

function unpacked(name: string): Buffer {
  return brotliDecompressSync(readFileSync(join(FOLDER, name)));
}
