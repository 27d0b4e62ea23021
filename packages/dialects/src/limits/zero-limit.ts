import type { JsonObject } from '../json/json-object.ts';
import { recordOf } from '../json/loose-values.ts';
import { LIMIT_NAMES } from './sent-limits.ts';

/**
 * A limit of zero or less, under the name of whichever API: upstreams that read it take it for none
 * at all. Undefined where there is none.
 */
export function zeroLimitIn(body: JsonObject): string | undefined {
  const atTop = LIMIT_NAMES.find((name) => isZero(body[name]));
  return atTop ?? (hasZeroOption(body) ? 'options.num_predict' : undefined);
}

/** The limit of Ollama's own API, which servers behind it read inside of other bodies, too. */
export function hasZeroOption(body: JsonObject): boolean {
  return body.options !== undefined && isZero(recordOf(body.options).num_predict);
}

function isZero(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '' && Number(value) < 1;
  return typeof value === 'number' && value < 1;
}
