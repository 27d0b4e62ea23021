import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

type Db = Kysely<Database>;

export interface JobLease {
  name: string;
  owner: string;
  now: number;
  /** Seconds after which another node may take over. */
  leaseSeconds: number;
}

/** Takes a job for this node; false while another one holds it. */
export async function tryLeaseJob(
  db: Db,
  { name, owner, now, leaseSeconds }: JobLease,
): Promise<boolean> {
  await db
    .insertInto('jobs')
    .values({
      name,
      lease_owner: '',
      lease_until: 0,
      last_started_at: 0,
      last_finished_at: 0,
      last_error: '',
      run_count: 0,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const result = await db
    .updateTable('jobs')
    .set({
      lease_owner: owner,
      lease_until: now + leaseSeconds,
      last_started_at: now,
      run_count: sql`run_count + 1`,
    })
    .where('name', '=', name)
    .where('lease_until', '<', now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends this node's run of a job. */
export async function finishJob(
  db: Db,
  { name, owner, now, error }: { name: string; owner: string; now: number; error: string },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_until: 0, last_finished_at: now, last_error: error })
    .where('name', '=', name)
    .where('lease_owner', '=', owner)
    .execute();
}
