import { parseJson } from './parse-json.ts';

/** The object in a text of JSON; an empty one where there is none. */
export function readObject(text: string): Record<string, unknown> {
  const value = parseJson(text);
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text of a response; '' for what is none. Numbers are taken as their text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}
