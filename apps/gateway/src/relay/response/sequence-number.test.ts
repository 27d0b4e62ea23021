import { expect, test } from 'vitest';
import { SequenceNumber } from './sequence-number.ts';

const event = (number: number) =>
  Buffer.from(`event: x\ndata: {"type":"x","sequence_number":${number},"delta":"a"}\n\n`);

test('a stream without events starts at 0', () => {
  expect(new SequenceNumber().next).toBe(0);
});

test('the next number follows the last event, across chunks with several events or unnumbered ones', () => {
  const sequence = new SequenceNumber();
  sequence.track(Buffer.concat([event(0), event(1)]));
  sequence.track(event(2).subarray(0));
  sequence.track(Buffer.from(': ping\n\n'));
  expect(sequence.next).toBe(3);
});
