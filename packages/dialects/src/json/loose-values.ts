import { isRecord } from './parse-json.ts';

type Members = Readonly<Record<string, unknown>>;

/** Lenient readers for upstream data: a value of another type counts as absent, nothing throws. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns a string, or a number as text; '' for anything else. */
export function textOrNumberOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : textOf(value);
}

export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

export function recordOf(value: unknown): Members {
  return isRecord(value) ? value : NOTHING;
}

/** Returns the objects in an array. */
export function recordsOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isRecord) : NONE;
}

const NOTHING: Members = {};
const NONE: readonly Members[] = [];
