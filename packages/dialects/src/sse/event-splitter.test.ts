import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { EventSplitter } from './event-splitter.ts';
import { readEventData } from './read-event-data.ts';

/** Splits a text, cut at the given positions; returns the events' data and the forwarded bytes. */
function run(text: string | Uint8Array, cuts: readonly number[] = [], maxEventBytes = 1 << 20) {
  const bytes = typeof text === 'string' ? encodeText(text) : text;
  const events: string[] = [];
  const splitter = new EventSplitter({
    maxEventBytes,
    onEvent: (event) => {
      if (event.dataLines > 0) events.push(decodeText(readEventData(event)));
      return true;
    },
  });
  const boundaries = [
    0,
    ...cuts.filter((cut) => cut <= bytes.length).toSorted((left, right) => left - right),
    bytes.length,
  ];
  const forwarded: Uint8Array[] = [];
  for (let index = 1; index < boundaries.length; index++) {
    // A fresh copy for each chunk, overwritten afterwards: what was returned must not depend on it.
    forwarded.push(
      ...splitter
        .push(bytes.slice(boundaries[index - 1], boundaries[index]))
        .map((view) => view.slice()),
    );
  }
  forwarded.push(...splitter.finish());
  return {
    events,
    forwarded: forwarded.map((view) => decodeText(view)).join(''),
    overflown: splitter.overflown,
  };
}

describe('EventSplitter', () => {
  it.each<[string, (size: number) => string]>([
    ['a line without end', (size) => `data: ${'a'.repeat(size)}`],
    ['data lines without end', (size) => 'data: a\n'.repeat(size / 8)],
    ['comments without end', (size) => ':\n'.repeat(size / 2)],
    ['names without data', (size) => 'event: a\n'.repeat(size / 9)],
    ['nothing but ends of lines', (size) => '\r'.repeat(size)],
    ['ends of lines as the Mac had them', (size) => 'data: a\r'.repeat(size / 8)],
  ])('searches %s in linear time, however small the pieces are', (_name, make) => {
    const bytes = encodeText(make(30_000));
    const splitter = new EventSplitter({ maxEventBytes: 1 << 20, onEvent: () => true });
    for (let at = 0; at < bytes.length; at += 3) splitter.push(bytes.slice(at, at + 3));
    expect(splitter.searchedBytes).toBeLessThan(4 * bytes.length);
    const uncutSplitter = new EventSplitter({ maxEventBytes: 1 << 20, onEvent: () => true });
    uncutSplitter.push(bytes);
    expect(uncutSplitter.searchedBytes).toBeLessThan(4 * bytes.length);
  });

  it.each<[string, string]>([
    ['that is too complex to be parsed', `data: [${'{},'.repeat(200_000)}{}]\n\n`],
    ['of too many data lines', `${'data: a\n'.repeat(20_000)}\n`],
    ['that is too large, though it came in one piece', `data: ${'a'.repeat(2 << 20)}\n\n`],
  ])('gives up on an event %s, after returning those before it', (_name, text) => {
    const { events, forwarded, overflown } = run(`data: before\n\n${text}data: after\n\n`);
    expect(overflown).toBe(true);
    expect(events).toEqual(['before']);
    expect(forwarded).toBe('data: before\n\n');
  });

  it.each([': keep-alive\n', '\n', '\r', '\r\n', ': a\n\n'])(
    'gives up if nothing but %j arrives',
    (line) => {
      const { events, overflown } = run(`data: a\n\n${line.repeat((1 << 20) / line.length + 1)}`);
      expect([events, overflown]).toEqual([['a'], true]);
      const between = `${line.repeat(1000)}data: a\n\n`;
      expect(run(between.repeat(600)).overflown).toBe(false);
    },
  );

  it.each<[string, string, string[]]>([
    ['LF', 'data: a\n\ndata: b\n\n', ['a', 'b']],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['CR', 'data: a\r\rdata: b\r\r', ['a', 'b']],
    ['no space after the colon', 'data:a\n\n', ['a']],
    ['several data lines', 'data: a\ndata: b\n\n', ['a\nb']],
    ['several data lines with CRLF', 'data: a\r\ndata: b\r\n\r\n', ['a\nb']],
    ['a byte order mark', '\uFEFFdata: a\n\n', ['a']],
    ['comments and other fields', ': hello\n\nevent: x\nid: 1\nretry: 5\ndata: a\n\n', ['a']],
    ['a comment inside an event', 'data: a\n: pause\ndata: b\n\n', ['a\nb']],
    ['blank lines in between', '\n\n\ndata: a\n\n\n\n', ['a']],
    ['an empty data line', 'data\n\ndata:\n\n', ['', '']],
    [
      'objects that no blank line divides',
      'data: {"a":1}\ndata: {"b":2}\ndata: [DONE]\n',
      ['{"a":1}', '{"b":2}', '[DONE]'],
    ],
    ['one object over several lines', 'data: {"a":\ndata: {}}\n\n', ['{"a":\n{}}']],
    ['an event that the end cuts off', 'data: a\n\ndata: b', ['a', 'b']],
    ['other words that begin alike', 'database: x\ndata: a\n\n', ['a']],
  ])('reads %s, wherever the bytes are cut', (_name, text, events) => {
    const length = encodeText(text).length;
    expect(run(text).events).toEqual(events);
    for (let cut = 0; cut <= length; cut++)
      expect(run(text, [cut]).events, `cut at ${cut}`).toEqual(events);
    expect(
      run(
        text,
        Array.from({ length }, (_, index) => index),
      ).events,
    ).toEqual(events);
  });

  it('returns the chunk itself if it contains only whole events', () => {
    const splitter = new EventSplitter({ maxEventBytes: 1000, onEvent: () => true });
    const chunk = encodeText('data: a\n\n: c\n\ndata: b\n\n');
    const [view, ...others] = splitter.push(chunk);
    expect(view).toBe(chunk);
    expect(others).toEqual([]);
  });

  it('forwards a comment at once, without waiting for an event', () => {
    const splitter = new EventSplitter({ maxEventBytes: 1000, onEvent: () => true });
    expect(splitter.push(encodeText(': keep-alive\n')).map(decodeText)).toEqual([': keep-alive\n']);
  });

  it('holds back only the events that are refused', () => {
    const splitter = new EventSplitter({
      maxEventBytes: 1000,
      onEvent: (event) => decodeText(readEventData(event)) !== 'x',
    });
    const views = splitter
      .push(encodeText('data: a\n\ndata: x\n\ndata: b\n\ndata: x\n\n'))
      .map(decodeText);
    expect(views).toEqual(['data: a\n\n', 'data: b\n\n']);
  });

  it('never forwards half an event', () => {
    const splitter = new EventSplitter({ maxEventBytes: 1000, onEvent: () => true });
    expect(splitter.push(encodeText('data: a\n\ndata: b')).map(decodeText)).toEqual([
      'data: a\n\n',
    ]);
    expect(splitter.push(encodeText('c\n')).map(decodeText)).toEqual([]);
    expect(splitter.push(encodeText('\n')).map(decodeText)).toEqual(['data: bc\n\n']);
  });

  it('gives up on an event that exceeds the limit, and buffers nothing any more', () => {
    expect(run(`data: ${'a'.repeat(2000)}\n\n`, [500, 1000, 1500], 1000).overflown).toBe(true);
    expect(run(`data: ${'a'.repeat(900)}\n\n`.repeat(20), [500, 1000, 1500], 1000).overflown).toBe(
      false,
    );
  });

  it('returns the same however any bytes are cut, and forwards all finished events unchanged', () => {
    const line = fc.constantFrom(
      'data: {"a":1}',
      'data:b',
      'data: é好',
      ': c',
      'event: error',
      '',
      '',
      'id: 1',
      '{"x":1}',
      'data',
    );
    const end = fc.constantFrom('\n', '\r\n', '\r');
    const stream = fc
      .array(
        fc.tuple(line, end).map((pair) => pair.join('')),
        { maxLength: 14 },
      )
      .map((lines) => encodeText(lines.join('')));
    const anything = fc.oneof(stream, fc.uint8Array({ maxLength: 80 }));
    const cuts = fc.array(fc.nat(120), { maxLength: 12 });
    fc.assert(
      fc.property(anything, cuts, (bytes, cutPositions) => {
        const uncut = run(bytes);
        const cut = run(bytes, cutPositions);
        expect(cut.events).toEqual(uncut.events);
        expect(cut.forwarded).toBe(uncut.forwarded);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads the same events whatever reconnection fields (id, retry) are between them', () => {
    const digits = fc.string({ unit: fc.constantFrom('0', '9', '-', '\u0000', ' ', 'é', ':') });
    const field = fc
      .tuple(
        fc.constantFrom('retry:', 'id:', 'retry', 'id', 'event:', 'idata:', ': ', 'RETRY:'),
        digits,
      )
      .map((pair) => pair.join(''));
    const event = fc.tuple(
      fc.array(field, { maxLength: 3 }),
      fc.constantFrom('{"a":1}', 'b', '[DONE]'),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 5 }), fc.array(fc.nat(200)), (events, cuts) => {
        const text = events.map(([lines, data]) => [...lines, `data: ${data}`, '', ''].join('\n'));
        expect(run(text.join(''), cuts)).toMatchObject({
          events: events.map(([, data]) => data),
          forwarded: text.join(''),
          overflown: false,
        });
      }),
      { numRuns: 1000 },
    );
  });
});
