import { expect, test } from 'vitest';
import { writeAllSync } from './write-all-sync.ts';

const fail = (code: string) => {
  throw Object.assign(new Error(code), { code });
};

test('everything is written, however little the reader of a pipe takes at once', () => {
  let written = '';
  let turn = 0;
  writeAllSync('0123456789', {
    write(bytes) {
      turn += 1;
      if (turn % 2 === 0) return fail('EAGAIN');
      written += bytes.toString('latin1', 0, 3);
      return Math.min(3, bytes.length);
    },
    pause: () => {},
  });
  expect(written).toBe('0123456789');
});

test.each(['EAGAIN', 'EPIPE', 'ENOSPC', 'EIO'])(
  'an output that takes nothing (%s) is given up without an error',
  (code) => {
    let pauses = 0;
    expect(() =>
      writeAllSync('lost', { write: () => fail(code), pause: () => (pauses += 1) }),
    ).not.toThrow();
    expect(pauses).toBe(code === 'EAGAIN' ? 500 : 0);
  },
);
