import { sql } from 'kysely';
import { openStore, takeSteps } from '../engine/store/store.ts';

/** A table, and its columns. */
export type Tables = ReadonlyMap<string, readonly string[]>;

/**
 * Every table that there is after these steps of the schema, each behind those that it points to.
 * By what the steps make and not by a list, from which one would be missing some day.
 */
export async function tablesAfter(steps: readonly string[]): Promise<Tables> {
  const store = openStore('sqlite::memory:', 'write');
  try {
    await takeSteps(store, '', { only: steps });
    const { rows } = await sql<{ name: string; columns: string; parents: string }>`
      select name,
        (select json_group_array(name) from pragma_table_info(tables.name)) as columns,
        (select json_group_array("table") from pragma_foreign_key_list(tables.name)) as parents
      from pragma_table_list as tables
      where schema = 'main' and type = 'table' and name not glob 'sqlite_*' and name not glob 'kysely_*'
      order by name`.execute(store.db);
    const tables = new Map<string, readonly string[]>();
    const add = ({ name, columns, parents }: (typeof rows)[number]) => {
      for (const parent of JSON.parse(parents)) {
        const row = rows.find((each) => each.name === parent && parent !== name);
        if (row && !tables.has(row.name)) add(row);
      }
      tables.set(name, JSON.parse(columns));
    };
    for (const row of rows) if (!tables.has(row.name)) add(row);
    return tables;
  } finally {
    await store.close();
  }
}
