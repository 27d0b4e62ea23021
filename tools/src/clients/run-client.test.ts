import { expect, test } from 'vitest';
import { DIALECTS } from './dialects.ts';
import { TOUR } from './run-client.ts';

test('the tour makes each move from one dialect to another exactly once', () => {
  const moves = TOUR.slice(1).map((to, index) => `${TOUR[index]} to ${to}`);
  const all = DIALECTS.flatMap((from) =>
    DIALECTS.filter((to) => to !== from).map((to) => `${from} to ${to}`),
  );
  expect(moves.toSorted()).toEqual(all.toSorted());
});
