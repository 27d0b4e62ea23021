import type { Selectable } from 'kysely';
import type { OauthStatesTable } from './oauth-states-table.ts';
import type { Db } from './schema.ts';

export type OauthStateRow = Selectable<OauthStatesTable>;

/** Returns false if the state already exists. */
export async function insertOauthState(db: Db, state: OauthStateRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('oauth_states')
    .values(state)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Removes and returns a state, so that it can be used only once. */
export function takeOauthState(db: Db, stateHash: string): Promise<OauthStateRow | undefined> {
  return db
    .deleteFrom('oauth_states')
    .where('state_hash', '=', stateHash)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteOldOauthStates(db: Db, now: number): Promise<void> {
  await db.deleteFrom('oauth_states').where('expires_at', '<=', now).execute();
}
