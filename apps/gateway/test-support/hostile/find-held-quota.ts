import { sql } from 'kysely';
import type { Store } from '../../src/store/open-store.ts';
import type { Payer } from './find-hostile-faults.ts';

/** Returns what is still held of balances and keys once every node has returned what it does not need. */
export async function findHeldQuota(
  store: Store,
  payers: readonly Payer[],
): Promise<string | undefined> {
  const users = sql.join(payers.map(({ userId }) => userId));
  const tokens = sql.join(payers.map(({ apiKeyId }) => apiKeyId));
  const { rows } = await sql<{ name: string; held: number | string }>`
    SELECT 'user ' || id AS name, held FROM users WHERE id IN (${users}) AND held <> 0 UNION ALL
    SELECT 'key ' || id AS name, held FROM tokens WHERE id IN (${tokens}) AND held <> 0`.execute(
    store.db,
  );
  const [first] = rows;
  return first && `${first.held} of ${first.name} is held by nobody`;
}
