import { describe, expect, it } from 'vitest';
import { renderErrorEvent } from '../errors/render-error.ts';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { SseToArray } from './sse-to-array.ts';

const convert = (...pieces: Uint8Array[]) => {
  const array = new SseToArray();
  const items = pieces.flatMap((piece) => array.push(piece).map(decodeText));
  return JSON.parse(items.join('') + decodeText(array.end())) as unknown;
};

describe('SseToArray', () => {
  it('makes one JSON array of a stream, errors at its end included', () => {
    const first = encodeText('data: {"a":1}\r\n\r\n: note\n\ndata: {"b":\ndata: 2}\n\n');
    const error = renderErrorEvent('gemini-generate', { status: 503, message: 'gone' });
    expect(convert(first, error)).toEqual([
      { a: 1 },
      { b: 2 },
      { error: { code: 503, message: 'gone', status: 'UNAVAILABLE' } },
    ]);
    expect(convert()).toEqual([]);
  });
});
