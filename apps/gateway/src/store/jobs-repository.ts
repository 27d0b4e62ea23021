import { sql } from 'kysely';
import { LENIENT_SKEW_SECONDS } from '../platform/clock.ts';
import type { Db } from './schema.ts';

export interface JobLease {
  name: string;
  owner: string;
  /** Seconds. */
  now: number;
  /** Seconds after which another node may take over. */
  leaseSeconds: number;
}

/**
 * Leases a job to this node; returns false while another node holds it, and until `everySeconds` have passed
 * since its last start on any node (0 for what runs on request), or `retrySeconds` if that run failed or its
 * process died.
 */
export async function tryLeaseJob(
  db: Db,
  { name, owner, now, leaseSeconds }: JobLease,
  { everySeconds, retrySeconds = everySeconds }: { everySeconds: number; retrySeconds?: number },
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
  const lease = db
    .updateTable('jobs')
    .set({
      lease_owner: owner,
      lease_until: now + leaseSeconds,
      last_started_at: now,
      run_count: sql`run_count + 1`,
    })
    .where('name', '=', name)
    .where(({ eb, or }) =>
      or([
        eb('lease_until', '<', now),
        eb('lease_until', '>', now + leaseSeconds + LENIENT_SKEW_SECONDS),
      ]),
    );
  // What runs on request is always due, also where another node with a clock ahead of this one ran it last.
  const due =
    everySeconds === 0
      ? lease
      : lease.where(({ and, eb, or }) =>
          or([
            eb('last_started_at', '<=', now - everySeconds),
            eb('last_started_at', '>', now + LENIENT_SKEW_SECONDS),
            and([
              or([
                eb('last_error', '!=', ''),
                eb('last_finished_at', '<', eb.ref('last_started_at')),
              ]),
              eb('last_started_at', '<=', now - retrySeconds),
            ]),
          ]),
        );
  const result = await due.executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Renews the lease of a job, and stores its progress if given; returns false if another node has taken it.
 */
export async function renewJobLease(
  db: Db,
  { name, owner, now, leaseSeconds }: JobLease,
  progress?: string,
): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({ lease_until: now + leaseSeconds, ...(progress === undefined ? {} : { progress }) })
    .where('name', '=', name)
    .where('lease_owner', '=', owner)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Returns a job's lease and progress; undefined before its first run. */
export function readJob(db: Db, name: string) {
  return db
    .selectFrom('jobs')
    .select(['lease_until', 'last_started_at', 'progress'])
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Stores a job's progress for its next run. */
export async function noteJobProgress(db: Db, name: string, progress: string): Promise<void> {
  await db.updateTable('jobs').set({ progress }).where('name', '=', name).execute();
}

/** Names before migration 0088, under which nodes of an older version may go on reporting. */
const FORMER_NAMES = new Set(['check-books', 'place-logs', 'notice-files']);

/** Lists every job with its latest run, by name; node-scoped jobs once per node. */
export async function listJobs(db: Db) {
  const rows = await db
    .selectFrom('jobs')
    .select([
      'name',
      'node_id as node',
      'last_started_at',
      'last_finished_at',
      'last_error',
      'run_count',
    ])
    .orderBy('name')
    .execute();
  return rows
    .map((row) => ({ ...row, name: row.name.split(NODE_MARK)[0] ?? row.name }))
    .filter(({ name }) => !FORMER_NAMES.has(name));
}

/** Separates the job's name from the node in a row's name. */
const NODE_MARK = '@';

export interface NodeJobReport {
  name: string;
  nodeId: string;
  startedAt: number;
  finishedAt: number;
  error: string;
  /** Runs since the previous report. */
  runs: number;
}

/** Stores the outcome of a node-scoped job on one node. */
export async function reportNodeJob(db: Db, report: NodeJobReport): Promise<void> {
  const latest = {
    last_started_at: report.startedAt,
    last_finished_at: report.finishedAt,
    last_error: report.error,
  };
  await db
    .insertInto('jobs')
    .values({
      ...latest,
      name: `${report.name}${NODE_MARK}${report.nodeId}`,
      node_id: report.nodeId,
      lease_owner: '',
      lease_until: 0,
      run_count: report.runs,
    })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ ...latest, run_count: sql`jobs.run_count + excluded.run_count` }),
    )
    .execute();
}

/** Deletes the reports of nodes that have sent none since a time (seconds). */
export async function forgetNodeJobs(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('node_id', '!=', '')
    .where('last_finished_at', '<', before)
    .execute();
}

/** Revokes the lease of a job: its node notices when it renews it, and stops. */
export async function stopJob(db: Db, name: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_owner: '', lease_until: 0 })
    .where('name', '=', name)
    .execute();
}

/**
 * Ends this node's run of a job; a no-op if another node has taken it. A renewal that arrives late finds no
 * lease.
 */
export async function finishJob(
  db: Db,
  { name, owner, now, error }: Omit<JobLease, 'leaseSeconds'> & { error: string },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_owner: '', lease_until: 0, last_finished_at: now, last_error: error })
    .where('name', '=', name)
    .where('lease_owner', '=', owner)
    .execute();
}
