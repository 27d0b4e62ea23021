import { expect, test } from 'vitest';
import { readTuple } from './dump-values.ts';

/** A text as dumps are read: one character per byte. */
const asBytes = (text: string) => Buffer.from(text).toString('latin1');
const valuesOf = (text: string) => readTuple(asBytes(text), 0, true)?.values;

test('binary columns are bytes in every notation of mysqldump, even if they look like text', () => {
  const bytes = Buffer.from('00ff27', 'hex');
  expect(valuesOf("(0x00ff27, X'00ff27')")).toEqual([bytes, bytes]);
  expect(readTuple("(_binary '\\0\u00FF\\'', _binary'abc')", 0, true)?.values).toEqual([
    bytes,
    Buffer.from('abc'),
  ]);
});

test('strings are UTF-8, with or without the name of their character set before them', () => {
  expect(valuesOf("('小明 🐼', _utf8mb4'é', N'ü', '\\n\\'')")).toEqual([
    '小明 🐼',
    'é',
    'ü',
    "\n'",
  ]);
});
