/** What all kinds of tasks say of how far they are. */
export interface Progressing {
  status: string;
  progress: string;
}

const GOOD: ReadonlySet<string> = new Set(['SUCCESS', 'completed']);
const BAD: ReadonlySet<string> = new Set(['FAILURE', 'CANCEL', 'failed', 'expired', 'cancelled']);

/** Whether a task may still change by itself. One in a window waits for its user. */
export const isRunning = ({ status }: Pick<Progressing, 'status'>) =>
  !GOOD.has(status) && !BAD.has(status) && status !== 'MODAL';

/** 0 to 100 for what an upstream said; 0 for what is no percentage. */
export function percentOf({ progress }: Pick<Progressing, 'progress'>): number {
  const percent = /^\s*(\d+(?:\.\d+)?)\s*%?\s*$/.exec(progress)?.[1];
  return Math.min(100, Number(percent ?? 0));
}

/** The colour of a task's progress. */
export function progressColor({ status }: Pick<Progressing, 'status'>): string {
  if (GOOD.has(status)) return 'var(--status-good)';
  return BAD.has(status) ? 'var(--status-bad)' : 'var(--status-info)';
}

const LONG_MS = 60_000;

/** The colour of how long a task took: red beyond a minute. */
export const elapsedTone = (ms: number) => (ms > LONG_MS ? 'bad' : 'good');
