/** The progress fields of all kinds of tasks. */
export interface Progressing {
  status: string;
  progress: string;
}

const GOOD: ReadonlySet<string> = new Set(['SUCCESS', 'completed']);
const BAD: ReadonlySet<string> = new Set(['FAILURE', 'CANCEL', 'failed', 'expired', 'cancelled']);

/** Whether a task may still change by itself. In state `MODAL` it waits for its user. */
export const isRunning = ({ status }: Pick<Progressing, 'status'>) =>
  !GOOD.has(status) && !BAD.has(status) && status !== 'MODAL';

/** Parses an upstream's progress to 0–100; 0 if it is not a percentage. */
export function percentOf({ progress }: Pick<Progressing, 'progress'>): number {
  const percent = /^\s*(\d+(?:\.\d+)?)\s*%?\s*$/.exec(progress)?.[1];
  return Math.min(100, Number(percent ?? 0));
}

/** Returns the color of a task's progress. */
export function progressColor({ status }: Pick<Progressing, 'status'>): string {
  if (GOOD.has(status)) return 'var(--status-good)';
  return BAD.has(status) ? 'var(--status-bad)' : 'var(--status-info)';
}

const LONG_MS = 60_000;

/** Returns the color of a task's duration: red above a minute. */
export const elapsedTone = (ms: number) => (ms > LONG_MS ? 'bad' : 'good');
