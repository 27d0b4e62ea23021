import { parseJson } from './parse-json.ts';

/** Parses a JSON object; returns an empty one if the text is not one. */
export function readObject(text: string): Record<string, unknown> {
  const value = parseJson(text);
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a text field of a response; '' if it is not text. Numbers are converted to text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}
