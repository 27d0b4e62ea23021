import { expect, test } from 'vitest';
import { peekSteps } from './peek-steps.ts';

const page = { items: [{ id: 9 }, { id: 8 }, { id: 7 }], page: 2, total: 118 };

test('a row in the drawer knows its position in the whole list and its neighbors on the page', () => {
  const opened: number[] = [];
  const steps = peekSteps(page, { id: 8, pageSize: 3, open: ({ id }) => opened.push(id) });
  expect(steps).toMatchObject({ position: 5, total: 118 });
  steps?.previous?.();
  steps?.next?.();
  expect(opened).toEqual([9, 7]);
});

test('there is no next row at the end of the page or for a row that is not on it', () => {
  const steps = (id: number) => peekSteps(page, { id, pageSize: 3, open: () => undefined });
  expect(steps(9)?.previous).toBeUndefined();
  expect(steps(7)?.next).toBeUndefined();
  expect(steps(1)).toBeUndefined();
  expect(peekSteps(undefined, { id: 8, pageSize: 3, open: () => undefined })).toBeUndefined();
});
