import { expect, test } from 'vitest';
import type { CallRecord } from './call-record.ts';
import { judgeCalls } from './judge-calls.ts';

const call = (changes: Partial<CallRecord>): CallRecord => ({
  requestId: 'a',
  funded: true,
  ending: 'complete',
  status: 200,
  code: '',
  delivered: 5,
  hasErrorEvent: false,
  price: 22,
  priceMax: 100,
  ...changes,
});
const judge = (record: Partial<CallRecord>, charges: readonly number[], killed = false) =>
  judgeCalls([call(record)], new Map(charges.length > 0 ? [['a', charges]] : []), killed);
const right = { lost: 0, free: 0, overcharged: 0, unknownCharges: 0 };

test('a complete response charged its price once is correct', () => {
  expect(judge({}, [22])).toMatchObject({ ...right, calls: 1, served: 1 });
});

test.each([
  ['not charged', [], { lost: 1 }],
  ['charged less than its price', [21], { lost: 1 }],
  ['charged more than its price', [23], { overcharged: 1 }],
  ['charged twice', [22, 22], { overcharged: 1 }],
])('a complete response that is %s is detected', (_name, charges, fault) => {
  expect(judge({}, charges)).toMatchObject({ ...right, ...fault });
});

test.each(['cut', 'left'] as const)(
  'the delivered part of a call that is %s is charged',
  (ending) => {
    expect(judge({ ending }, [])).toMatchObject({ ...right, free: 1 });
    expect(judge({ ending, delivered: 0 }, [])).toMatchObject(right);
    expect(judge({ ending }, [12])).toMatchObject(right);
    expect(judge({ ending }, [101])).toMatchObject({ ...right, overcharged: 1 });
  },
);

test('a stream cut off by a kill may be free, one that ended with an error event may not', () => {
  expect(judge({ ending: 'cut' }, [], true)).toMatchObject({ ...right, freeByKill: 1 });
  expect(judge({ ending: 'cut', hasErrorEvent: true }, [], true)).toMatchObject({
    ...right,
    free: 1,
  });
});

test('a refusal costs nothing', () => {
  const refused = { ending: 'refused', status: 503, code: 'away' } as const;
  expect(judge(refused, [])).toMatchObject({ ...right, refused: 1, reasons: '503 away ×1' });
  expect(judge(refused, [1])).toMatchObject({ ...right, overcharged: 1 });
});

test('a refusal counts as due to the balance only if the balance is small', () => {
  const refused = { ending: 'refused', status: 402 } as const;
  expect(judge({ ...refused, funded: false }, [])).toMatchObject({
    refusedForBalance: 1,
    refused: 0,
  });
  expect(judge(refused, [])).toMatchObject({ refusedForBalance: 0, refused: 1 });
});

test.each([
  [500, 1],
  // Where the balance would have to be looked up, and the database is away.
  [503, 0],
])('a refusal with status %i is not due to the balance, however small', (status, wrong) => {
  const refused = { ending: 'refused', status, code: 'down' } as const;
  expect(judge({ ...refused, funded: false }, [])).toMatchObject({
    refusedForBalance: 0,
    refused: 1,
    refusedWrongly: wrong,
    reasons: `${status} down ×1`,
  });
  expect(judge(refused, [])).toMatchObject({ refused: 1, refusedWrongly: 1 });
});

test('a charge without a call is valid only if a call got no response', () => {
  const charges = new Map([['b', [22]]]);
  const lonely = call({ ending: 'unreachable', requestId: undefined, delivered: 0 });
  expect(judgeCalls([lonely], charges, false)).toMatchObject(right);
  expect(judgeCalls([], charges, false)).toMatchObject({ unknownCharges: 1 });
});
