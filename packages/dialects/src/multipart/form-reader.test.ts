import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { concatBytes } from '../json/concat-bytes.ts';
import { FormReader } from './form-reader.ts';
import { scanMultipart } from './scan-multipart.ts';

const part = (headers: string, content: string) => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
const field = (name: string, content: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, content);

/** Reads a form in pieces that end at `cuts`. */
function read(bytes: Uint8Array, cuts: readonly number[], boundary = 'b') {
  const parts: { name: string; filename: string | undefined; content: Uint8Array[] }[] = [];
  const reader = new FormReader(boundary, {
    part: ({ name, filename }) => parts.push({ name, filename, content: [] }),
    data: (content) => parts.at(-1)?.content.push(content.slice()),
    partEnd: () => undefined,
  });
  let from = 0;
  for (const cut of [...cuts, bytes.length].toSorted((left, right) => left - right)) {
    reader.push(bytes.subarray(from, cut));
    from = Math.max(from, cut);
  }
  reader.finish();
  return parts.map(({ content, ...rest }) => ({
    ...rest,
    content: decodeText(concatBytes(content)),
  }));
}

describe('a form that arrives in pieces', () => {
  it('is read like the whole form, wherever it is cut', () => {
    const content = fc.oneof(
      fc.string(),
      fc.constantFrom('', '\r\n', '--', '\r\n-', '\r\n--', '\r\n\r\n', '\r', '-', '--a'),
    );
    const parts = fc.array(fc.record({ name: fc.constantFrom('a', 'file'), content }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(parts, fc.array(fc.nat(400)), (fields, cuts) => {
        const text = `${fields.map((each) => field(each.name, each.content)).join('')}--b--\r\n`;
        const bytes = encodeText(text);
        const within = cuts.map((cut) => Math.min(cut, bytes.length));
        const scanned = scanMultipart(bytes, 'b');
        if (!scanned.ok) {
          expect(() => read(bytes, within)).toThrow();
          return;
        }
        const expected = scanned.form.parts.map(({ name, filename, start, end }) => ({
          name,
          filename,
          content: decodeText(bytes.subarray(start, end)),
        }));
        expect(read(bytes, within)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused where the whole form is refused, and read alike where it is read', () => {
    const fragment = fc.constantFrom(
      '--b',
      '--b--',
      '--b\r\n',
      '\r\n',
      '\r\n--b--',
      '\n',
      ' ',
      'x',
      field('a', '1'),
      field('file', ''),
    );
    const lead = fc.constantFrom('', field('a', '1'));
    const count = { read: 0, refused: 0 };
    fc.assert(
      fc.property(
        lead,
        fc.array(fragment, { maxLength: 6 }),
        fc.nat(99),
        (first, fragments, cut) => {
          const bytes = encodeText(first + fragments.join(''));
          const scanned = scanMultipart(bytes, 'b');
          count[scanned.ok ? 'read' : 'refused'] += 1;
          const again = () => read(bytes, [Math.min(cut, bytes.length)]);
          if (!scanned.ok) expect(again).toThrow();
          else expect(again().length).toBe(scanned.form.parts.length);
        },
      ),
      { numRuns: 1000 },
    );
    expect(Math.min(count.read, count.refused)).toBeGreaterThan(20);
  });

  it('is refused if truncated, at any point', () => {
    const body = encodeText(`${field('purpose', 'batch')}${field('n', '2')}--b--`);
    expect(read(body, [])).toHaveLength(2);
    for (let length = 0; length < body.length; length += 1)
      expect(() => read(body.subarray(0, length), [length >> 1])).toThrow();
  });

  it.each([
    ['text before the first boundary', `x\r\n${field('a', '1')}--b--`, /begin with its boundary/],
    [
      'a boundary inside a part',
      `${field('a', 'x\n--b\nContent-Disposition: form-data; name="purpose"\n\nbatch')}--b--`,
      /inside a part/,
    ],
    ['a part after the end', `${field('a', '1')}--b--\r\n${field('a', 'x')}--b--`, /follows/],
    ['headers without end', `--b\r\n${'x'.repeat(9000)}`, /do not end/],
    ['33 parts', `${field('a', '1').repeat(33)}--b--`, /more than 32/],
    [
      'two names',
      `${part('Content-Disposition: form-data; name="a"; NAME=purpose', '1')}--b--`,
      /named twice/,
    ],
  ])('with %s is refused, in one piece and byte by byte', (_name, text, reason) => {
    const bytes = encodeText(text);
    expect(() => read(bytes, [])).toThrow(reason);
    expect(() => read(bytes, [...bytes.keys()])).toThrow(reason);
  });

  it('holds back only what may be a delimiter, and passes everything else on at once', () => {
    let delivered = 0;
    const reader = new FormReader('b'.repeat(70), {
      part: () => undefined,
      data: ({ length }) => (delivered += length),
      partEnd: () => undefined,
    });
    reader.push(
      encodeText(`--${'b'.repeat(70)}\r\nContent-Disposition: form-data; name=file\r\n\r\n`),
    );
    const chunk = encodeText('--b'.repeat(20_000));
    for (let sent = chunk.length; sent <= 40 * chunk.length; sent += chunk.length) {
      reader.push(chunk);
      expect(sent - delivered).toBeLessThan(80);
    }
  });
});
