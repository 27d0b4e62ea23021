import { readJob, noteJobProgress } from '../../store/jobs-repository.ts';
import type { Store } from '../../store/open-store.ts';

/** What is ended so much too early does no harm: nothing is kept for so short a time. */
const GAP_SECONDS = 86_400;

interface Waiting {
  /** When the gap was found, and when that was looked at last. Seconds. */
  since: number;
  seen: number;
}

const RUNS = { must: false, isNew: false };

/**
 * Whether a job that ends what is old must wait. Its own last run tells how far time has come: where that
 * was more than a day ago, the gateway was off, or its clock jumped ahead. Somebody has a day then to set
 * the clock back before anything goes; where nobody does, it was right. The wait survives restarts.
 */
export async function mustWaitAfterGap(
  db: Store['db'],
  name: string,
  now: number,
): Promise<{ must: boolean; isNew: boolean }> {
  const job = await readJob(db, name);
  const lastRun = job?.last_started_at ?? 0;
  if (!job || lastRun === 0 || now - lastRun <= GAP_SECONDS) {
    // Of a wait that is over: the next gap has one of its own.
    if (job && job.progress !== '') await noteJobProgress(db, name, '');
    return RUNS;
  }
  const { since, seen } = readWaiting(job.progress);
  const goesOn = since <= seen && seen <= now && now - seen <= GAP_SECONDS;
  if (goesOn && now - since >= GAP_SECONDS) return RUNS;
  const waiting: Waiting = { since: goesOn ? since : now, seen: now };
  await noteJobProgress(db, name, JSON.stringify(waiting));
  return { must: true, isNew: !goesOn };
}

function readWaiting(progress: string): Waiting {
  if (progress === '') return { since: 0, seen: 0 };
  return JSON.parse(progress) as Waiting;
}
