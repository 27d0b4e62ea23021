import { textOf } from '../../platform/lenient-json.ts';

/** An upstream's report of a task, normalized. */
export interface TaskReport {
  upstreamId: string;
  /** SUCCESS and FAILURE are final. */
  status: string;
  /** Such as 45%; '' when not reported. */
  progress: string;
  /** For a failed task: one of our reason codes, or the upstream's text. */
  failReason: string;
  /** Milliseconds; 0 if not reported. */
  startTime: number;
  /** The result as its owner sees it. */
  data: Record<string, unknown>;
}

export function isFinal(status: string): boolean {
  return status === 'SUCCESS' || status === 'FAILURE';
}

/** Returns a percentage as stored: 45 and 45.5% become 45%; other text becomes ''. */
export function readProgress(value: unknown): string {
  const [, digits] = /^\s*(\d{1,3})(?:\.\d+)?\s*%?\s*$/.exec(textOf(value)) ?? [];
  return digits === undefined ? '' : `${Math.min(100, Number(digits))}%`;
}

/** The latest time that a `Date` can represent. */
const LAST_MS = 8.64e15;

/** Converts a time to milliseconds from units of this many; 0 if invalid. */
export function readTime(value: unknown, unitMs: number): number {
  const isTime = Number.isSafeInteger(value) && Number(value) >= 0;
  return isTime && Number(value) * unitMs <= LAST_MS ? Number(value) * unitMs : 0;
}

const TEXT_MAX = 2000;

/** Makes an upstream's text storable in either database. */
export function storableText(value: unknown): string {
  return typeof value === 'string'
    ? value.toWellFormed().replaceAll('\0', '').slice(0, TEXT_MAX)
    : '';
}
