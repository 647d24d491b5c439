import {
  type Expression,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Schema } from './schema.ts';
import {
  allOf,
  anyOf,
  hasAll,
  isIndexed,
  type Order,
  type Replacement,
  type Search,
  type Searchable,
  type SearchedList,
  type SearchWords,
} from './search.ts';

/** Rows that are looked at before the index is asked, more of them for a long page. */
const LOOKED_AT = 4000;
const LOOKED_AT_PER_ROW = 20;

/** An index of trigrams serves `like` with any part of three characters or more. */
export const postgresSearch: Search = {
  async createAddressSearch(db) {
    // Part of PostgreSQL's own distribution; the owner of a database may create it.
    await sql`create extension if not exists pg_trgm`.execute(db);
    await createIndex(db, 'addresses');
  },
  createJobSearch: (db) => createIndex(db, 'jobs'),

  async first(db, list, words, rows) {
    const found = await foundOnTheWay(list, words, rows).execute(db);
    if (found.rows.length >= rows) return found.rows;
    return foundByIndex(list, words, rows).execute();
  },

  // Rows that are gone leave the index with them, at the next vacuum.
  forgetErased: async () => undefined,

  has: (column, part) => sql<SqlBool>`strpos(${column}, ${part}) > 0`,

  // By itself the planner would take the replacements for as cheap as the comparison.
  carries(column, { literal, writtenOut, found, bare, foundBare }) {
    const small = sql`lower(${column} collate "C")`;
    const text = sql.ref('text');
    const isFound =
      bare.length === 0
        ? sql`strpos(text, ${found}) > 0`
        : sql`strpos(text, ${found}) > 0 or strpos(${nested(text, bare)}, ${foundBare}) > 0`;
    // Not pulled up into the condition, which would make all replacements twice.
    const once = sql`(select ${nested(small, writtenOut)} as text offset 0) as folded`;
    return sql<SqlBool>`case when ${small} like ${`%${literal}%`}
      then (select ${isFound} from ${once}) else false end`;
  },
};

function nested(
  text: Expression<unknown>,
  replacements: readonly Replacement[],
): Expression<unknown> {
  return replacements.reduce<Expression<unknown>>(
    (inner, [from, to]) => sql`replace(${inner}, ${from}, ${to})`,
    text,
  );
}

/**
 * Those among the next rows of the list. What many rows have fills a page here at once, while the
 * index would name every one of them, to be fetched and sorted.
 */
export function foundOnTheWay<Tables extends keyof Schema, Row>(
  { table, query, order }: SearchedList<Tables, Row>,
  words: SearchWords,
  rows: number,
): RawBuilder<Row> {
  // Without the planner's guess at each pattern, which takes longer than a few rows.
  const isFound = hasAll(postgresSearch, sql.ref<string>('searched_text'), words);
  const next = query
    .select([sql.ref<string>(`${table}.search`).as('searched_text'), ...placesOf(order)])
    .limit(Math.max(LOOKED_AT, rows * LOOKED_AT_PER_ROW));
  return sql<Row>`select * from (${next}) as next
    where ${isFound} ${byPlace(order)} limit ${rows}`;
}

/**
 * Those that the index names, all of them before the first is chosen. Asked for the first ones
 * only, the planner takes a rare word for one that turns up soon, and goes through the whole list.
 */
export function foundByIndex<Tables extends keyof Schema, Row>(
  { table, query, order }: SearchedList<Tables, Row>,
  words: SearchWords,
  rows: number,
): SelectQueryBuilder<Schema, Tables, Row> {
  const row = sql.ref(`${table}.ctid`);
  // Sorted without their contents: those of all that is found would not fit into memory.
  const all = query
    .clearSelect()
    .clearOrderBy()
    .select([row.as('found_row'), ...placesOf(order)])
    .where(areLike(words, `${table}.search`));
  return query.where(sql<SqlBool>`${row} = any(array(
    with found as materialized (${all})
    select found_row from found ${byPlace(order)} limit ${rows}))`);
}

function placesOf({ columns }: Order) {
  return columns.map((column, i) => sql.ref(column).as(`place_${i}`));
}

function byPlace({ columns, direction }: Order): RawBuilder<unknown> {
  const way = sql.raw(direction === 'forwards' ? 'asc' : 'desc');
  return sql`order by ${sql.join(columns.map((_, i) => sql`${sql.ref(`place_${i}`)} ${way}`))}`;
}

/** As `hasAll`, by the index. */
function areLike(words: SearchWords, name: string): Expression<SqlBool> {
  const column = sql.ref<string>(name);
  return allOf(
    words.map((spellings) =>
      anyOf(spellings.flatMap(patternsFor).map((pattern) => sql`${column} like ${pattern}`)),
    ),
  );
}

function patternsFor(word: string): readonly string[] {
  const literal = word.replace(/[\\%_]/g, '\\$&');
  return isIndexed(word) ? [`%${literal}%`] : [`${literal}%`, `% ${literal}%`];
}

async function createIndex(db: Kysely<Schema>, table: Searchable): Promise<void> {
  const name = sql.id(`${table}_search`);
  const target = sql.table(table);
  await sql`create index ${name} on ${target} using gin (search gin_trgm_ops)`.execute(db);
  // With fewer samples a rare word is taken for a common one, and the list is gone through for it.
  await sql`alter table ${target} alter column search set statistics 1000`.execute(db);
}
