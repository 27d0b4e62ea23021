const SUBJECT_LENGTH_MAX = 255;

/** What no database keeps as it is, or two of which it would keep as one: control characters, halves of others. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;
/** The same, and what turns the text around it. */
const UNREADABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** Who somebody is at a provider: a whole number or a short text, as text; empty for anything else. */
export function readSubject(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string' || value.trim() === '') return '';
  return value.length <= SUBJECT_LENGTH_MAX && !UNSTORABLE.test(value) ? value : '';
}

/** A name without what nobody can read in it; empty for anything but text. */
export function readName(value: unknown): string {
  return typeof value === 'string' ? value.replace(UNREADABLE, '').trim() : '';
}
