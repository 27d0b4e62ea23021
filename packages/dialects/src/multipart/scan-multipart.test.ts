import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../json/parse-json.ts';
import { encodeText } from '../json/encode-text.ts';
import { readBoundary } from './boundary.ts';
import { scanMultipart } from './scan-multipart.ts';

const part = (headers: string, content: string) => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
const field = (name: string, content: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, content);
const scan = (text: string) => scanMultipart(encodeText(text), 'b');
const read = (bytes: Uint8Array, boundary: string) => {
  const scanned = scanMultipart(bytes, boundary);
  if (!scanned.ok) return scanned.reason;
  return scanned.form.parts.map(({ name, filename, start, end }) => ({
    name,
    filename,
    content: decodeText(bytes.subarray(start, end)),
  }));
};

describe('a multipart form', () => {
  it('is read like the platform’s own reader does, whatever its parts contain', async () => {
    const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text);
    const parts = fc.array(
      fc.record({
        name,
        content: fc.oneof(fc.string(), fc.constantFrom('\r\n', '--', '\r\n--', '\r\n\r\n', '-')),
        file: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(parts, async (fields) => {
        const form = new FormData();
        for (const { name: key, content, file } of fields)
          if (file) form.append(key, new File([content], 'a "file".wav'));
          else form.append(key, content);
        const response = new Response(form);
        const boundary = readBoundary(response.headers.get('content-type') ?? '') ?? '';
        const bytes = new Uint8Array(await response.arrayBuffer());
        const again = await new Response(bytes, { headers: response.headers }).formData();
        const expected = await Promise.all(
          [...again.entries()].map(async ([, value]) =>
            typeof value === 'string' ? value : value.text(),
          ),
        );
        const scanned = read(bytes, boundary);
        if (typeof scanned === 'string') expect(scanned).toMatch(/control characters|malformed/);
        else expect(scanned.map(({ content }) => content)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws, and yields only ranges in order and within the bytes', () => {
    const fragment = fc.constantFrom(
      '--b',
      '--b--',
      '\r\n',
      '\n',
      ': ',
      '; ',
      '"',
      'Content-Disposition: form-data; name="model"',
      'filename="x"',
      'name*=utf-8',
      'gpt',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 40 }), (fragments) => {
        const text = fragments.join('');
        const scanned = scan(text);
        if (!scanned.ok) return;
        let last = scanned.form.start;
        for (const { start, end } of scanned.form.parts) {
          expect(start).toBeGreaterThan(last);
          expect(end).toBeGreaterThanOrEqual(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 5000 },
    );
  });

  it('that is truncated is refused', () => {
    const body = `${field('model', 'whisper-1')}${field('n', '2')}--b--\r\n`;
    expect(scan(body).ok).toBe(true);
    for (let length = 0; length < body.length - 4; length++)
      expect(scan(body.slice(0, length)).ok).toBe(false);
  });

  it.each([
    ['text before the first boundary', `x\r\n${field('a', '1')}--b--`, /begin with its boundary/],
    ['no last boundary', field('a', '1'), /last boundary is missing/],
    [
      'a part that another reader would see in a file',
      `${field('a', 'x\n--b\nContent-Disposition: form-data; name="model"\n\ndear')}--b--`,
      /inside a part/,
    ],
    [
      'a part after the end',
      `${field('a', '1')}--b--\r\n${field('model', 'dear')}--b--`,
      /follows/,
    ],
    [
      'a folded header',
      `${part('Content-Disposition: form-data;\r\n name="a"', '1')}--b--`,
      /malformed/,
    ],
    [
      'two names',
      `${part('Content-Disposition: form-data; name="a"; NAME=model', '1')}--b--`,
      /named twice/,
    ],
    [
      'a name within another parameter, which readers that only search for one find',
      `${part('Content-Disposition: form-data; x="; name=model; "; name="a"', '1')}--b--`,
      /malformed/,
    ],
    [
      'a name in another encoding',
      `${part('Content-Disposition: form-data; name="=?utf-8?q?n?="', '10')}--b--`,
      /malformed/,
    ],
    [
      'parts within a part',
      `${part('Content-Type: multipart/mixed; boundary=c\r\nContent-Disposition: form-data; name="a"', '--c\r\nContent-Disposition: form-data; name="n"\r\n\r\n10\r\n--c--')}--b--`,
      /contains other parts/,
    ],
    [
      'a name in another encoding beside it',
      `${part('Content-Disposition: form-data; name="a"; name*=utf-8\'\'model', '1')}--b--`,
      /named twice/,
    ],
    [
      'a name in pieces that other readers join',
      `${part('Content-Disposition: form-data; name="a"; name*0="mod"; name*1=el', '1')}--b--`,
      /named twice/,
    ],
    [
      'a file name in pieces',
      `${part('Content-Disposition: form-data; name="a"; filename*0="x"', '1')}--b--`,
      /named twice/,
    ],
    [
      'content that other readers decode',
      `${part('Content-Disposition: form-data; name="n"\r\nContent-Transfer-Encoding: quoted-printable', '=31=30')}--b--`,
      /content of a part is encoded/,
    ],
    ['text after the end', `${field('a', '1')}--b--\r\nx`, /follows/],
    ['text on the line of the end', `${field('a', '1')}--b--x`, /follows/],
    ['much space after the end', `${field('a', '1')}--b--${' '.repeat(257)}`, /follows/],
    [
      'two dispositions',
      `${part('Content-Disposition: form-data; name="a"\r\ncontent-disposition: form-data; name="b"', '1')}--b--`,
      /two dispositions/,
    ],
    [
      'a name with letters behind backslashes',
      `${part('Content-Disposition: form-data; name="mode\\l"', '1')}--b--`,
      /malformed/,
    ],
    [
      'a name with an escaped quote, at which other readers end it',
      `${part('Content-Disposition: form-data; name="a\\"; name=model; x="', '1')}--b--`,
      /malformed/,
    ],
    [
      'a boundary that does not begin its line',
      `${part('Content-Disposition: form-data; name="a"', 'some text--b\r\nContent-Disposition: form-data; name="model"\r\n\r\ndear')}--b--`,
      /inside a part/,
    ],
    ['no disposition', `${part('Content-Type: text/plain', '1')}--b--`, /no disposition/],
    ['no name', `${part('Content-Disposition: form-data', '1')}--b--`, /no name/],
    ['headers without end', `--b\r\n${'x'.repeat(9000)}\r\n--b--`, /do not end/],
    ['129 parts', `${field('a', '1').repeat(129)}--b--`, /more than 128/],
  ])('with %s is refused', (_name, text, reason) => {
    const scanned = scan(text);
    expect(scanned.ok ? 'read' : scanned.reason).toMatch(reason);
  });

  it('may be empty, start with a line break and have whitespace after its boundaries', () => {
    expect(read(encodeText('--b--'), 'b')).toEqual([]);
    const blanks = `\r\n--b \t\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b--`;
    expect(read(encodeText(blanks), 'b')).toEqual([
      { name: 'a', filename: undefined, content: '1' },
    ]);
  });

  it('may state an encoding that leaves its content as it is, and end with whitespace', () => {
    const headers = 'Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: Binary';
    expect(read(encodeText(`${part(headers, '1=31')}--b-- \t\r\n`), 'b')).toEqual([
      { name: 'a', filename: undefined, content: '1=31' },
    ]);
  });
});

describe('the boundary of a content type', () => {
  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data; charset=utf-8; BOUNDARY="a:b"', 'a:b'],
    ['multipart/form-data', undefined],
    ['multipart/form-data; boundary=a; boundary=b', undefined],
    [`multipart/form-data; boundary=${'x'.repeat(71)}`, undefined],
    ['multipart/mixed; boundary=abc', undefined],
    ['application/json', undefined],
    ['multipart/form-data; boundary="a\u00e9"', undefined],
  ])('%s is %s', (type, boundary) => {
    expect(readBoundary(type)).toBe(boundary);
  });
});
