import { expect, it, vi } from 'vitest';
import { fromBase64, toBase64 } from './encodings.ts';

it('base64 is decoded to the bytes that were encoded, and anything else is undefined', () => {
  const bytes = Uint8Array.from({ length: 257 }, (_, index) => index % 256);
  for (const length of [0, 1, 2, 3, 257])
    expect(fromBase64(toBase64(bytes.subarray(0, length)))).toEqual(bytes.subarray(0, length));
  for (const text of ['%', 'a', 'é']) expect(fromBase64(text)).toBeUndefined();
});

it('base64 of megabytes is decoded without iterating, which would stop all calls for seconds', () => {
  const from = vi.spyOn(Uint8Array, 'from');
  try {
    expect(fromBase64('QUJD'.repeat(1000))).toHaveLength(3000);
    expect(from).not.toHaveBeenCalled();
  } finally {
    from.mockRestore();
  }
});
