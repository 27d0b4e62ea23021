import {
  type Expression,
  type ExpressionWrapper,
  type ReferenceExpression,
  type SqlBool,
  sql,
} from 'kysely';
import type { Database } from './schema.ts';

/** `column` contains `text`, ignoring case. Wildcards in the text are literal. */
export function containsText<Table extends keyof Database>(
  column: ReferenceExpression<Database, Table>,
  text: string,
): Expression<SqlBool> {
  return likeLower(column, likeContaining(text));
}

/** Patterns with more wildcards would only keep the database busy. */
const WILDCARDS_MAX = 5;

/**
 * `column` matches a pattern in which only % is special. For administrators who ask for it. From the sixth
 * on, wildcards are literal.
 */
export function matchesPattern<Table extends keyof Database>(
  column: ReferenceExpression<Database, Table>,
  pattern: string,
): Expression<SqlBool> {
  return likeLower(column, likePattern(pattern));
}

/** Returns the LIKE pattern for texts that contain a text literally. */
export function likeContaining(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** Returns the LIKE pattern for one in which only % is special, up to `WILDCARDS_MAX` of them. */
export function likePattern(pattern: string): string {
  const parts = pattern.replace(/%+/g, '%').split('%').map(escapeLike);
  const free = parts.slice(0, WILDCARDS_MAX + 1).join('%');
  return [free, ...parts.slice(WILDCARDS_MAX + 1)].join('\\%');
}

/** A comma-separated column contains exactly this word: SQLite's LIKE would ignore its case. */
export function hasWord<Table extends keyof Database>(
  column: ReferenceExpression<Database, Table>,
  word: string,
): Expression<SqlBool> {
  const list = sql`',' || ${reference(column)} || ','`;
  return sql<SqlBool>`replace(${list}, ${`,${word},`}, '') <> ${list}`;
}

/** `column` starts with exactly this text, of letters whose length is the same everywhere. */
export function startsWithText<Table extends keyof Database>(
  column: ReferenceExpression<Database, Table>,
  text: string,
): Expression<SqlBool> {
  return sql<SqlBool>`substr(${reference(column)}, 1, ${sql.lit(text.length)}) = ${text}`;
}

function likeLower<Table extends keyof Database>(
  column: ReferenceExpression<Database, Table>,
  pattern: string,
): Expression<SqlBool> {
  return sql<SqlBool>`lower(${reference(column)}) LIKE ${pattern.toLowerCase()} ESCAPE '\\'`;
}

function reference(
  column: unknown,
): Expression<unknown> | ExpressionWrapper<Database, keyof Database, unknown> {
  return sql.ref(column as string);
}

/** Makes %, _ and \ ordinary characters. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
