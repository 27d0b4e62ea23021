import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

type Db = Kysely<Database>;

export interface JobLease {
  name: string;
  owner: string;
  /** Seconds. */
  now: number;
  /** Seconds after which another node may take over. */
  leaseSeconds: number;
}

/**
 * Takes a job for this node; false while another one holds it, and until `everySeconds` have
 * passed since it was last started anywhere.
 */
export async function tryLeaseJob(
  db: Db,
  { name, owner, now, leaseSeconds }: JobLease,
  everySeconds: number,
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
    .where('last_started_at', '<=', now - everySeconds)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Keeps a job for this node; false when another one has taken it. */
export async function renewJobLease(
  db: Db,
  { name, owner, now, leaseSeconds }: JobLease,
): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({ lease_until: now + leaseSeconds })
    .where('name', '=', name)
    .where('lease_owner', '=', owner)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Every job of the cluster with its latest run, by name. */
export function listJobs(db: Db) {
  return db
    .selectFrom('jobs')
    .select(['name', 'last_started_at', 'last_finished_at', 'last_error', 'run_count'])
    .orderBy('name')
    .execute();
}

/** Ends this node's run of a job; does nothing when another node has taken it. */
export async function finishJob(
  db: Db,
  { name, owner, now, error }: Omit<JobLease, 'leaseSeconds'> & { error: string },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_until: 0, last_finished_at: now, last_error: error })
    .where('name', '=', name)
    .where('lease_owner', '=', owner)
    .execute();
}
