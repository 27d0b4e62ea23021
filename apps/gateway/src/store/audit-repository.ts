import {
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type Selectable,
  sql,
  type SqlBool,
} from 'kysely';
import type { AuditTable } from './audit-table.ts';
import { type CappedPage, type PageRequest, readCappedPage } from './paging.ts';
import type { Database, Db } from './schema.ts';
import { containsText } from './search.ts';

export type AuditRow = Selectable<AuditTable>;
export type NewAuditRow = Omit<Insertable<AuditTable>, 'id'>;

export interface AuditFilter {
  /** The id or name of the actor. */
  actor: string;
  action: string;
  subject: string;
  objectId: string;
  /**
   * Part of the object's name, the reason or the changes; or of the address, for actors up to `readerRole`.
   */
  keyword: string;
  readerRole: number;
  /** Seconds, both inclusive; 0 means unbounded. */
  start: number;
  end: number;
}

const ROWS_AT_ONCE = 50;

/** Appends rows, in the transaction of the change they describe if there is one. */
export async function insertAuditRows(db: Db, rows: readonly NewAuditRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await db
      .insertInto('audit_log')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute();
}

/** Returns one page, newest first. */
export function listAuditRows(
  db: Db,
  filter: AuditFilter,
  page: PageRequest,
): Promise<CappedPage<AuditRow>> {
  const matches = () => matching(db, filter);
  return readCappedPage(
    (limit) =>
      db
        .selectFrom(matches().select('audit_log.id').limit(limit).as('found'))
        .select(sql<number>`count(*)`.as('count')),
    matches().selectAll().orderBy('audit_log.id', 'desc'),
    page,
  );
}

/** Lists rows with an id below `before`, newest first. */
export function listAuditRowsBefore(
  db: Db,
  filter: AuditFilter,
  { before, limit }: { before: number; limit: number },
): Promise<AuditRow[]> {
  return matching(db, filter)
    .selectAll()
    .where('audit_log.id', '<', before)
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Deletes up to `limit` rows older than a time; returns how many. The database refuses to delete recent ones.
 */
export async function deleteOldAuditRows(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const result = await db
    .deleteFrom('audit_log')
    .where('id', 'in', (query) =>
      query
        .selectFrom('audit_log')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function matching(db: Db, filter: AuditFilter) {
  return db.selectFrom('audit_log').where((where) => where.and(conditionsOf(where, filter)));
}

function conditionsOf(
  where: ExpressionBuilder<Database, 'audit_log'>,
  { actor, action, subject, objectId, keyword, readerRole, start, end }: AuditFilter,
): Expression<SqlBool>[] {
  const named = [sql<SqlBool>`lower(audit_log.actor_name) = ${actor.toLowerCase()}`];
  const isId = /^\d{1,15}$/.test(actor);
  return [
    ...(actor === ''
      ? []
      : [isId ? where.or([...named, where('actor_id', '=', Number(actor))]) : where.or(named)]),
    ...(action === '' ? [] : [where('action', '=', action)]),
    ...(subject === '' ? [] : [where('subject', '=', subject)]),
    ...(objectId === '' ? [] : [where('object_id', '=', objectId)]),
    ...(keyword === ''
      ? []
      : [
          where.or([
            containsText<'audit_log'>('audit_log.object_name', keyword),
            containsText<'audit_log'>('audit_log.reason', keyword),
            containsText<'audit_log'>('audit_log.changes', keyword),
            where.and([where('ip', '=', keyword), where('actor_role', '<=', readerRole)]),
          ]),
        ]),
    ...(start === 0 ? [] : [where('created_at', '>=', start)]),
    ...(end === 0 ? [] : [where('created_at', '<=', end)]),
  ];
}
