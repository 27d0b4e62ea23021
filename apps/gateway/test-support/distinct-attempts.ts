import type { AnyEndpoint } from '@tollgate/contract';
import { serialize } from 'node:v8';
import { readInput } from '../src/api/read-input.ts';

/** A call with odd values. */
export interface Attempt {
  what: string;
  /** For every parameter of the path. */
  id: string;
  query: Readonly<Record<string, string | readonly string[]>>;
  body: unknown;
}

const PLACE = /\{(\w+)\}/g;

/** Returns the path and query of an attempt. */
export function addressOf(endpoint: AnyEndpoint, { id, query }: Attempt): string {
  const path = endpoint.path.replace(PLACE, encodeURIComponent(id));
  const pairs = Object.entries(query).flatMap(([field, values]) =>
    [values].flat().map((value) => [field, value]),
  );
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
}

/**
 * Returns what the handler of an attempt is called with, or the error with which its schema refuses the attempt:
 * no handler or database then sees it.
 */
export function readAttempt(
  endpoint: AnyEndpoint,
  { id, query, body }: Attempt,
): { input?: object; refusal?: unknown } {
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(PLACE)].map(([, name = '']) => [name, id]),
  );
  try {
    return { input: readInput(endpoint, { params, query, body }) };
  } catch (refusal) {
    return { refusal };
  }
}

/**
 * Returns one attempt for everything that a handler can be called with, as many values are read as the default,
 * and one that reaches no handler: the other refusals pass through the same code.
 */
export function distinctAttempts<One extends Attempt>(
  endpoint: AnyEndpoint,
  attempts: readonly One[],
): One[] {
  const distinct = new Map<string, One>();
  for (const attempt of attempts) {
    const { input } = readAttempt(endpoint, attempt);
    // Whether a caller is of a team is checked by the path as it was sent.
    const key = input ? `${attempt.id} ${serialize(input).toString('latin1')}` : 'refused';
    if (!distinct.has(key)) distinct.set(key, attempt);
  }
  return [...distinct.values()];
}
