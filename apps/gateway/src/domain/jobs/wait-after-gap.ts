import { readJob, noteJobProgress } from '../../store/jobs-repository.ts';
import type { Db } from '../../store/schema.ts';

/**
 * Longest gap that is ignored. Removing something too early by as much does no harm, since nothing is kept
 * for so short a time.
 */
const GAP_SECONDS = 86_400;

interface GapState {
  /** When the gap was found, and when it was last checked. Unix seconds. */
  since: number;
  seen: number;
}

const RUNS = { mustWait: false, isNew: false };

/**
 * Returns whether a job that removes what is old must wait. If its last run was more than a day ago, the
 * gateway was off, or its clock jumped forward. Operators then have a day to set the clock back before
 * anything is removed; if nobody does, the clock is assumed to be right. The wait survives restarts.
 */
export async function checkForGap(
  db: Db,
  name: string,
  now: number,
): Promise<{ mustWait: boolean; isNew: boolean }> {
  const job = await readJob(db, name);
  const lastRun = job?.last_started_at ?? 0;
  if (!job || lastRun === 0 || now - lastRun <= GAP_SECONDS) {
    // Clears the notes of a wait that is over: the next gap has its own.
    if (job && job.progress !== '') await noteJobProgress(db, name, '');
    return RUNS;
  }
  const { since, seen } = readWaiting(job.progress);
  const isSameGap = since <= seen && seen <= now && now - seen <= GAP_SECONDS;
  if (isSameGap && now - since >= GAP_SECONDS) return RUNS;
  const gapState: GapState = { since: isSameGap ? since : now, seen: now };
  await noteJobProgress(db, name, JSON.stringify(gapState));
  return { mustWait: true, isNew: !isSameGap };
}

function readWaiting(progress: string): GapState {
  if (progress === '') return { since: 0, seen: 0 };
  return JSON.parse(progress) as GapState;
}
