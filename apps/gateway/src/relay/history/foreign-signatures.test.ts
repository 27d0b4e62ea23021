import { expect, test } from 'vitest';
import { ForeignSignatures } from './foreign-signatures.ts';

/** Returns signatures that nobody else has. */
const series = (name: string, length: number) =>
  Array.from({ length }, (_, index) => `${name} ${index}`);

test('signatures that a caller makes up take bounded memory, in one conversation and in many', () => {
  const foreign = new ForeignSignatures(20_000);
  for (const turn of series('turn', 3)) foreign.add(1, 'one', series(turn, 4000));
  // The last turn repeats what a conversation still contains.
  expect(foreign.find(1, 'one')?.('turn 2 3999')).toBe(true);
  expect(foreign.find(1, 'one')?.('turn 0 0')).toBe(false);
  foreign.add(1, 'huge', series('huge', 5001));
  expect(foreign.find(1, 'huge')).toBeUndefined();
  const many = series('many', 6);
  for (const name of many) foreign.add(1, name, series(name, 5000));
  expect(['one', ...many].filter((name) => foreign.find(1, name))).toEqual(many.slice(2));
});
