/** An upstream's report of a task, normalised. */
export interface TaskReport {
  upstreamId: string;
  /** SUCCESS and FAILURE are final. */
  status: string;
  /** Such as 45%; '' when not reported. */
  progress: string;
  /** Of a failed task: one of our reason codes, or the upstream's text. */
  failReason: string;
  /** Milliseconds; 0 when not reported. */
  startTime: number;
  /** The result as its owner sees it. */
  data: Record<string, unknown>;
}

export function isFinal(status: string): boolean {
  return status === 'SUCCESS' || status === 'FAILURE';
}

/** A percentage as it is stored: 45 and 45.5% become 45%; other text becomes ''. */
export function readProgress(value: unknown): string {
  const [, digits] = /^\s*(\d{1,3})(?:\.\d+)?\s*%?\s*$/.exec(String(value ?? '')) ?? [];
  return digits === undefined ? '' : `${Math.min(100, Number(digits))}%`;
}

const TEXT_MAX = 2000;

/** An upstream's text made storable in either database. */
export function storableText(value: unknown): string {
  return typeof value === 'string'
    ? value.toWellFormed().replaceAll('\0', '').slice(0, TEXT_MAX)
    : '';
}
