import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDialect, type SqliteStatement } from 'kysely';
import { unavailable } from '../archive-error.ts';
import type { Schema } from './schema.ts';
import { type PayloadWord, replaced, TOO_LONG } from './search.ts';

/**
 * How long one connection waits for the other's lock. The thread stands still meanwhile, so it is
 * well below the time a shutdown has.
 */
const BUSY_TIMEOUT = 1000;
const IN_MEMORY = ':memory:';
const STATEMENTS_KEPT = 200;

export function openSqlite(path: string, use: 'write' | 'read') {
  if (use === 'write' && path !== IN_MEMORY) {
    mkdirSync(dirname(path), { recursive: true });
    // SQLite says no more than that it cannot open the file.
    accessSync(dirname(path), constants.W_OK);
  }
  const raw = new DatabaseSync(path, { timeout: BUSY_TIMEOUT, readOnly: use === 'read' });
  try {
    if (use === 'write') {
      // WAL lets readers read while a batch is written, and with it `normal` survives every end
      // of the process; only a power cut can take the last moments, and never the database.
      raw.exec('pragma journal_mode = wal');
      raw.exec('pragma synchronous = normal');
      // Moved by `SqliteFile`, which has to know when the file itself changes.
      raw.exec('pragma wal_autocheckpoint = 0');
      // By its size it is known when that is due: a log that begins anew is cut to what it holds.
      raw.exec('pragma journal_size_limit = 0');
      // Erased means erased: freed pages are overwritten.
      raw.exec('pragma secure_delete = on');
    }
    raw.exec('pragma foreign_keys = on');
    raw.exec('pragma cache_size = -32000');
    raw.function('carries_word', { deterministic: true }, carriesWord);
  } catch (error) {
    raw.close();
    throw error;
  }
  return {
    db: new Kysely<Schema>({ dialect: new SqliteDialect({ database: asKysely(raw) }) }),
    raw,
  };
}

/** Makes `node:sqlite` look like the driver Kysely knows; prepared statements are kept. */
function asKysely(raw: DatabaseSync) {
  const kept = new Map<string, SqliteStatement>();
  const prepare = (text: string): SqliteStatement => {
    const statement = raw.prepare(text);
    const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...values(parameters)),
      run: (parameters) => statement.run(...values(parameters)),
      iterate: (parameters) => statement.iterate(...values(parameters)),
    };
  };
  return {
    close: () => raw.close(),
    prepare(text: string): SqliteStatement {
      const known = kept.get(text);
      if (known) return known;
      const statement = prepare(text);
      if (kept.size >= STATEMENTS_KEPT) kept.clear();
      kept.set(text, statement);
      return statement;
    },
  };
}

/** A word that is searched for until this moment, in milliseconds since 1970. */
export interface WantedWord extends PayloadWord {
  readonly until: number;
}

const WORDS_KEPT = 50;
const words = new Map<unknown, WantedWord>();

/** SQLite calls it for every row of a search, with each word of the search in turn. */
function carriesWord(text: unknown, json: unknown): number {
  let word = words.get(json);
  if (!word) {
    if (words.size >= WORDS_KEPT) words.clear();
    word = JSON.parse(String(json)) as WantedWord;
    words.set(json, word);
  }
  if (Date.now() > word.until) throw unavailable(TOO_LONG);
  const writtenOut = replaced(String(text), word.writtenOut);
  if (writtenOut.includes(word.found)) return 1;
  if (word.bare.length === 0) return 0;
  return replaced(writtenOut, word.bare).includes(word.foundBare) ? 1 : 0;
}
