import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import type { EnvelopeKind } from '../ir/call-kind.ts';
import { readRequest } from './request.ts';
import { buildUpstreamBody, type UpstreamBodyOptions } from './upstream-body.ts';

const requestOf = (text: string, kind: EnvelopeKind = 'chat') => {
  const result = readRequest(kind, encodeText(text));
  if (!result.ok) throw new Error(result.fault.message);
  return result.request;
};
const build = (text: string, options: Partial<UpstreamBodyOptions>, kind?: EnvelopeKind) =>
  decodeText(
    buildUpstreamBody(requestOf(text, kind), {
      upstreamModel: 'm',
      injectUsage: false,
      ...options,
    }),
  );

describe('buildUpstreamBody', () => {
  it('returns the very same bytes if nothing must change', () => {
    const request = requestOf(
      '{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true}}',
    );
    expect(buildUpstreamBody(request, { upstreamModel: 'm', injectUsage: true })).toBe(
      request.bytes,
    );
    const plain = requestOf('{"model":"m","messages":[]}');
    expect(buildUpstreamBody(plain, { upstreamModel: 'm', injectUsage: true })).toBe(plain.bytes);
  });

  it('renames the model and touches nothing else', () => {
    const text =
      '{ "messages":[{"role":"user","content":"\\u00e9 1.0"}] , "model" : "m", "x":1.50, "big":12345678901234567890 }';
    expect(build(text, { upstreamModel: 'up/"2"' })).toBe(text.replace('"m"', '"up/\\"2\\""'));
  });

  it('leaves no duplicate with the old name, whichever one the upstream reads', () => {
    const text = '{"model":"m","messages":[],"mod\\u0065l":"m"}';
    expect(build(text, { upstreamModel: 'x' })).toBe(
      '{"model":"x","messages":[],"mod\\u0065l":"x"}',
    );
  });

  it('names the model if the client relied on the default', () => {
    expect(JSON.parse(build('{"input":"x"}', { upstreamModel: 'other' }, 'moderations'))).toEqual({
      input: 'x',
      model: 'other',
    });
    expect(build('{"input":"x"}', { upstreamModel: 'omni-moderation-latest' }, 'moderations')).toBe(
      '{"input":"x"}',
    );
  });

  it('requests usage in a stream and keeps the other stream options', () => {
    const text = '{"model":"m","messages":[],"stream":true}';
    expect(JSON.parse(build(text, { injectUsage: true }))).toMatchObject({
      stream_options: { include_usage: true },
    });
    const body =
      '{"stream_options":{"include_obfuscation":false,"include_usage":false},"model":"m","messages":[],"stream":true}';
    expect(JSON.parse(build(body, { injectUsage: true, upstreamModel: 'z' }))).toMatchObject({
      model: 'z',
      stream_options: { include_obfuscation: false, include_usage: true },
    });
    const none = '{"stream_options":null,"model":"m","messages":[],"stream":true}';
    expect(build(none, { injectUsage: true })).toBe(none.replace('null', '{"include_usage":true}'));
  });

  it('never adds stream options to a call that is not streamed', () => {
    const text = '{"model":"m","messages":[]}';
    expect(build(text, { injectUsage: true, upstreamModel: 'z' })).toBe(
      '{"model":"z","messages":[]}',
    );
  });

  it('removes stream options for upstreams that refuse them', () => {
    const text =
      '{"model":"m","stream_options":{"include_usage":true},"messages":[],"stream":true}';
    const removed = build(text, {
      injectUsage: true,
      removeStreamOptions: true,
      upstreamModel: 'z',
    });
    expect(removed).toBe('{"model":"z","messages":[],"stream":true}');
  });

  it('changes only the named members, in any body', () => {
    const rest = fc.dictionary(
      fc
        .string()
        // Names that a lenient reader would confuse with these are refused.
        .filter((name) => !/^[\s_.[-]*(?:model|stream|messages|n|best_?of|max)/i.test(name)),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(rest, fc.boolean(), fc.constantFrom(0, 1), (extra, stream, indent) => {
        const body = { ...extra, model: 'm', messages: [], stream };
        const text = build(JSON.stringify(body, undefined, indent), {
          upstreamModel: 'z',
          injectUsage: true,
        });
        const expected = {
          ...body,
          model: 'z',
          ...(stream ? { stream_options: { include_usage: true } } : {}),
        };
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(expected)));
      }),
    );
  });
});
