import { textOf } from '../../platform/lenient-json.ts';

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
  const [, digits] = /^\s*(\d{1,3})(?:\.\d+)?\s*%?\s*$/.exec(textOf(value)) ?? [];
  return digits === undefined ? '' : `${Math.min(100, Number(digits))}%`;
}

/** The last moment that a date can tell. */
const LAST_MS = 8.64e15;

/** A time as it is stored, from one in units of so many milliseconds; 0 for what is none. */
export function readTime(value: unknown, unitMs: number): number {
  const isTime = Number.isSafeInteger(value) && Number(value) >= 0;
  return isTime && Number(value) * unitMs <= LAST_MS ? Number(value) * unitMs : 0;
}

const TEXT_MAX = 2000;

/** An upstream's text made storable in either database. */
export function storableText(value: unknown): string {
  return typeof value === 'string'
    ? value.toWellFormed().replaceAll('\0', '').slice(0, TEXT_MAX)
    : '';
}
