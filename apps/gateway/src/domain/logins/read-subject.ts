const SUBJECT_LENGTH_MAX = 255;

/** Who somebody is at a provider: a whole number or a short text, as text; empty for anything else. */
export function readSubject(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' && value.length <= SUBJECT_LENGTH_MAX
    ? value
    : '';
}

/** A name, empty for anything but text. */
export function readName(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
