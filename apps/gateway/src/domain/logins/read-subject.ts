import { toReadableName } from '@tollgate/contract';

const SUBJECT_LENGTH_MAX = 255;

/**
 * Characters that databases do not store unchanged or would confuse: control characters and lone surrogates.
 */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

/** Returns a subject at a provider as text: a whole number or a short text; empty for anything else. */
export function readSubject(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string' || value.trim() === '') return '';
  return value.length <= SUBJECT_LENGTH_MAX && !UNSTORABLE.test(value) ? value : '';
}

/** Returns a name without unreadable characters; empty for anything but text. */
export function readName(value: unknown): string {
  return typeof value === 'string' ? toReadableName(value) : '';
}
