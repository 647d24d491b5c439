import { type Expression, type SqlBool, sql } from 'kysely';

/** Whether a column of phone keys names one of the lines, or an extension behind one of them. */
export function isOnLine(column: string, keys: readonly string[]): Expression<SqlBool> {
  const conditions = keys.map((key) => {
    const extensions = `${key};ext=`;
    // Not `like`: a key may be a SIP address, with any characters in it.
    return sql`(${sql.ref(column)} = ${key}
      or substr(${sql.ref(column)}, 1, ${extensions.length}) = ${extensions})`;
  });
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** The same of one key. */
export function isOneOf(key: string | null, keys: readonly string[]): boolean {
  return keys.some((one) => key === one || key?.startsWith(`${one};ext=`));
}
