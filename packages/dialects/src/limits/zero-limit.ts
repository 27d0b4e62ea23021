import type { JsonObject } from '../json/json-object.ts';
import { recordOf } from '../json/loose-values.ts';
import { LIMIT_NAMES } from './sent-limits.ts';

/**
 * Returns the name of a limit of zero or less, of any API: upstreams treat such a value as no limit.
 * Undefined if there is none.
 */
export function findZeroLimit(body: JsonObject): string | undefined {
  const topLevelLimit = LIMIT_NAMES.find((name) => isZero(body[name]));
  return topLevelLimit ?? (hasZeroOption(body) ? 'options.num_predict' : undefined);
}

/**
 * Returns whether the limit of Ollama's own API is zero or less; servers based on it also read it in other
 * bodies.
 */
export function hasZeroOption(body: JsonObject): boolean {
  return body.options !== undefined && isZero(recordOf(body.options).num_predict);
}

function isZero(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '' && Number(value) < 1;
  return typeof value === 'number' && value < 1;
}
