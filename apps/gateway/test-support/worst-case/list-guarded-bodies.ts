import { GUARDED_INSIDE, GUARDED_MEMBERS } from '@tollgate/dialects';

type Body = Readonly<Record<string, unknown>>;

const NUMBERS: readonly unknown[] = [1, 3, 4000, 0, -1, 1.5, null, '7'];
const OTHERS: readonly unknown[] = [2, 'high', {}];
const IS_LIMIT = /tokens|predict|budget|count|^n$|best_of/i;
const valuesOf = (name: string) => (IS_LIMIT.test(name) ? NUMBERS : OTHERS);

/** Yields bodies with one member that affects a price or a limit, with every value that it might have. */
export function* listGuardedBodies(): Generator<Body> {
  for (const name of GUARDED_MEMBERS) for (const value of valuesOf(name)) yield { [name]: value };
  for (const [outer, names] of Object.entries(GUARDED_INSIDE))
    for (const name of names)
      for (const value of valuesOf(name)) yield { [outer]: { [name]: value } };
}
