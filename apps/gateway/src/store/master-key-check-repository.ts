import type { Db } from './schema.ts';

const ONLY = 1;

/** What the database stores about its master key. */
export interface KeyCheck {
  /** A sealed text that only the right key opens. */
  sealed: string;
  /** The key of lookup hashes, as sealed hex; '' while that is the master key itself. */
  lookupKey: string;
}

/** Returns undefined before the first start. */
export async function readKeyCheck(db: Db): Promise<KeyCheck | undefined> {
  const row = await db
    .selectFrom('master_key_check')
    .select(['sealed', 'lookup_key as lookupKey'])
    .where('id', '=', ONLY)
    .executeTakeFirst();
  return row;
}

/** Stores the first one. If nodes start together, the first to write wins. */
export async function storeKeyCheck(db: Db, sealed: string): Promise<void> {
  await db
    .insertInto('master_key_check')
    .values({ id: ONLY, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Replaces the master key's check by another key's. */
export async function replaceKeyCheck(db: Db, { sealed, lookupKey }: KeyCheck): Promise<void> {
  const row = { sealed, lookup_key: lookupKey };
  await db
    .insertInto('master_key_check')
    .values({ id: ONLY, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** Lists the newest sealed texts of each kind, at most `each` per kind; empty if nothing is sealed. */
export async function listSealed(
  db: Db,
  secretOptions: readonly string[],
  limit: number,
): Promise<string[]> {
  const groups = [];
  // One after another: at once, each would open a connection of its own, for the start alone.
  for (const table of ['channels', 'tokens', 'redemptions', 'payload_keys'] as const)
    groups.push(
      await db
        .selectFrom(table)
        .select('key_cipher as sealed')
        .where('key_cipher', '!=', '')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    );
  groups.push(
    await db
      .selectFrom('options')
      .select('value as sealed')
      .where('key', 'in', secretOptions)
      .where('value', '!=', '')
      .execute(),
  );
  return groups.flat().map(({ sealed }) => sealed);
}
