import { test } from 'vitest';
import { type DatabaseKind, databaseKinds } from './databases.ts';

/** Adds no test. */
const omitted = Object.assign(() => {}, { each: () => () => {} }) as unknown as typeof test;

/** Returns `test` on the first of the databases only: for what none of them has a part in. */
export const testOnce = (kind: DatabaseKind): typeof test =>
  kind === databaseKinds[0] ? test : omitted;
