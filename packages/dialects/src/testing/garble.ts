import fc from 'fast-check';

/** Values that nobody expects anywhere in a body. */
export const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(null, '', -1, 1e9, 1e300, '1e308', 'NaN', [], {}, [[]], [null], true),
  fc.constantFrom<unknown>({ toString: 1, valueOf: 1 }, { __proto__: null, constructor: 1 }),
);

/** A path into a body for `mutate`. */
export const mutationPath = fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 });

/** Replaces the value at one place. */
export function mutate(value: unknown, path: readonly number[], put: unknown): unknown {
  const [step = 0, ...rest] = path;
  if (typeof value !== 'object' || value === null || step % 4 === 0) return put;
  const names = Object.keys(value);
  const chosen = names[step % names.length];
  if (chosen === undefined) return put;
  const members = value as Record<string, unknown>;
  const changed = mutate(members[chosen], rest, put);
  if (Array.isArray(value)) return value.with(Number(chosen), changed) as unknown[];
  return { ...members, [chosen]: changed };
}
