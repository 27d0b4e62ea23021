import { expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import type { StreamCharge } from '../../domain/wallet/wallet.ts';
import type { Interruptible } from '../attempt/running-calls.ts';
import { NOTES_EVERY_MS, StreamNoter } from './note-streams.ts';

const chargeOf = (id: string) => ({ id }) as StreamCharge;
const callOf = (charge: StreamCharge | undefined): Interruptible => ({
  runningSlot: 0,
  interrupt() {},
  priceDelivered: () => charge,
});

function open(calls: Interruptible[], noteStreams: (charges: readonly StreamCharge[]) => void) {
  const clock = manualClock(0);
  const warnings: unknown[] = [];
  const noter = new StreamNoter({
    clock,
    running: { list: () => calls },
    wallet: { noteStreams: async (charges) => noteStreams(charges) },
    log: { warn: (...what: unknown[]) => void warnings.push(what) },
  });
  return { clock, noter, warnings };
}

test('every stream that has delivered something is noted once, in writes of some hundreds', async () => {
  const ids = Array.from({ length: 450 }, (_, index) => String(index));
  const written: string[][] = [];
  const calls = [
    callOf(undefined),
    ...ids.map((id) => callOf(chargeOf(id))),
    { runningSlot: 0, interrupt() {} },
  ];
  const { noter } = open(calls, (charges) => written.push(charges.map(({ id }) => id)));
  await noter.note();
  expect(written.flat()).toEqual(ids);
  expect(Math.max(...written.map(({ length }) => length))).toBeLessThanOrEqual(200);
});

test('a note that can’t be stored is reported once, and later ones are still written', async () => {
  let isFull = true;
  const written: number[] = [];
  const { noter, warnings } = open([callOf(chargeOf('a'))], ({ length }) => {
    if (isFull) throw new Error('the disk is full');
    written.push(length);
  });
  await noter.note();
  await noter.note();
  expect(warnings).toHaveLength(1);
  isFull = false;
  await noter.note();
  expect(written).toEqual([1]);
});

test('notes are written again and again until the relay ends', async () => {
  let looks = 0;
  const { clock, noter } = open([], () => (looks += 1));
  noter.start();
  for (let count = 1; count <= 3; count += 1) {
    clock.advance(NOTES_EVERY_MS);
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await expect.poll(() => looks).toBe(count);
    // The next look is due once this one has ended.
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await new Promise(setImmediate);
  }
  noter.stop();
  clock.advance(NOTES_EVERY_MS * 2);
  await new Promise(setImmediate);
  expect(looks).toBe(3);
});
