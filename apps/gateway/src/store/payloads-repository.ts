import type { Selectable } from 'kysely';
import type { PayloadKeysTable, PayloadsTable } from './payloads-tables.ts';
import type { Db } from './schema.ts';

export type PayloadRow = PayloadsTable;
export type PayloadKeyRow = Pick<Selectable<PayloadKeysTable>, 'id' | 'key_cipher'>;

export async function insertPayload(db: Db, row: PayloadRow): Promise<void> {
  await db.insertInto('payloads').values(row).execute();
}

export function findPayload(db: Db, callId: string): Promise<PayloadRow | undefined> {
  return db.selectFrom('payloads').selectAll().where('call_id', '=', callId).executeTakeFirst();
}

/** Finds the newest payload key that was created at or after a time and is not closed. */
export function findOpenPayloadKey(db: Db, since: number): Promise<PayloadKeyRow | undefined> {
  return db
    .selectFrom('payload_keys')
    .select(['id', 'key_cipher'])
    .where('created_at', '>=', since)
    .where('closed', '=', 0)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

export function findPayloadKey(db: Db, id: number): Promise<PayloadKeyRow | undefined> {
  return db
    .selectFrom('payload_keys')
    .select(['id', 'key_cipher'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertPayloadKey(
  db: Db,
  row: { key_cipher: string; created_at: number },
): Promise<number> {
  const { id } = await db
    .insertInto('payload_keys')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

/** Closes the existing keys: nothing more is sealed with them. */
export async function closePayloadKeys(db: Db): Promise<void> {
  await db.updateTable('payload_keys').set({ closed: 1 }).execute();
}

/** Deletes at most `limit` payloads created at or before a time; returns how many. */
export async function deleteOldPayloads(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const result = await db
    .deleteFrom('payloads')
    .where('call_id', 'in', (query) =>
      query
        .selectFrom('payloads')
        .select('call_id')
        .where('created_at', '<=', before)
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Deletes keys from before a time: what they sealed becomes unreadable, wherever copies of it are. */
export async function deleteOldPayloadKeys(db: Db, before: number): Promise<void> {
  await db.deleteFrom('payload_keys').where('created_at', '<', before).execute();
}

/** Deletes at most `limit` payloads of a user; returns how many. */
export async function deletePayloadsOfUser(db: Db, userId: number, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('payloads')
    .where('call_id', 'in', (query) =>
      query.selectFrom('payloads').select('call_id').where('user_id', '=', userId).limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Lists a user's payloads after a call, oldest first. */
export function listPayloadsAfter(
  db: Db,
  userId: number,
  { after, limit }: { after: Pick<PayloadRow, 'created_at' | 'call_id'>; limit: number },
): Promise<PayloadRow[]> {
  return db
    .selectFrom('payloads')
    .selectAll()
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([
        where('created_at', '>', after.created_at),
        where.and([
          where('created_at', '=', after.created_at),
          where('call_id', '>', after.call_id),
        ]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('call_id')
    .limit(limit)
    .execute();
}

/**
 * Returns an API key's owner and whether payloads of its calls are logged; undefined if there is no such key.
 */
export function findPayloadSwitch(db: Db, apiKeyId: number) {
  return db
    .selectFrom('tokens')
    .select(['user_id', 'name', 'key_hash', 'payload_log'])
    .where('id', '=', apiKeyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Sets whether payloads of calls by an API key are logged. */
export async function setPayloadSwitch(db: Db, apiKeyId: number, on: boolean): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ payload_log: on ? 1 : 0 })
    .where('id', '=', apiKeyId)
    .execute();
}
