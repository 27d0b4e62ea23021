import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forEveryCut } from '../../test-support/for-every-cut.ts';
import { DIALECTS, type UpstreamFormat } from '../ir/dialect.ts';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { type Json, translationOf } from '../testing/translate-call.ts';
import { UPSTREAM_CODECS } from './codec.ts';
import { readStreamedResponse } from './streamed-response.ts';
import { readWholeResponse } from './whole-response.ts';

const root = new URL('../../translations/fixtures/', import.meta.url);
const FORMATS = (Object.keys(UPSTREAM_CODECS) as UpstreamFormat[]).filter(
  (format) => !DIALECTS.some((dialect) => dialect === format),
);
const BROKEN = new Set(['error', 'cut', 'failed-workflow', 'audited']);
const CASES = FORMATS.flatMap((format) =>
  readdirSync(new URL(`${format}/`, root)).map((name) => [format, name] as const),
);
const load = (format: string, name: string, file: string): Uint8Array | undefined => {
  const url = new URL(`${format}/${name}/${file}`, root);
  return existsSync(url) ? readFileSync(url) : undefined;
};
const stream = (format: string, name: string): Uint8Array => {
  const bytes = load(format, name, 'stream.txt');
  if (!bytes) throw new Error(`${format}/${name} has no stream`);
  return bytes;
};
const BODY = {
  model: 'm',
  stream: true,
  stream_options: { include_usage: true },
  messages: [{ role: 'user', content: 'Hi' }],
};
const open = (format: UpstreamFormat) =>
  translationOf({ from: 'openai-chat', to: format, body: BODY });

function receive(format: UpstreamFormat, chunks: readonly Uint8Array[]) {
  const port = open(format).openStream();
  const sent = chunks.flatMap((chunk) => port.push(chunk)).map(decodeText);
  const end = port.end();
  return { text: sent.join('') + decodeText(end.tail), end };
}

describe.each(CASES)('%s/%s', (format, name) => {
  const bytes = stream(format, name);
  const response = load(format, name, 'answer.json');

  it('is the same stream wherever its bytes are cut', () => {
    const { text, end } = receive(format, [bytes.slice()]);
    expect(end.complete).toBe(!BROKEN.has(name));
    forEveryCut(bytes, (chunks, cut) => {
      expect(receive(format, chunks).text, cut).toBe(text);
    });
  });

  it(`${BROKEN.has(name) ? 'is a fault' : 'adds up to a response'} for a client that did not request a stream`, () => {
    const read = readStreamedResponse(UPSTREAM_CODECS[format], bytes, 'req1');
    expect(read.ok).toBe(!BROKEN.has(name));
    if (!response || !read.ok) return;
    expect(read).toEqual(readWholeResponse(UPSTREAM_CODECS[format], response, 'req1'));
  });
});

describe('the response of', () => {
  const responseOf = (format: UpstreamFormat, name: string) => {
    const result = open(format).readStreamAsResponse(stream(format, name));
    if (!result.ok) throw new Error(result.fault.excerpt);
    const [choice] = (JSON.parse(decodeText(result.body)) as { choices: Json[] }).choices;
    return { ...choice, usage: result.usage } as unknown as Json;
  };

  it.each(FORMATS.map((format) => [format]))('%s has every character of the text', (format) => {
    expect(responseOf(format, 'text').message?.content).toBe('Grüße\n\naus 北京 👋🏽 "ok"\n');
  });

  it('a Dify agent contains its output, not its thoughts', () => {
    expect(responseOf('dify-chat', 'agent').message?.content).toBe('Half an');
  });

  it('a moderated Dify application is filtered', () => {
    expect(responseOf('dify-chat', 'replaced')).toMatchObject({
      finish_reason: 'content_filter',
      message: { content: 'This can not be said.' },
    });
  });

  it('a Dify application costs what all its models read and wrote', () => {
    expect(responseOf('dify-chat', 'text').usage).toMatchObject({
      promptTokens: 1200,
      completionTokens: 9,
    });
  });

  it('a knowledge base cites the documents that it is based on', () => {
    expect(responseOf('ai-proxy-library', 'text').message?.annotations).toMatchObject([
      { url_citation: { title: 'Handbook', url: 'https://docs.example/handbook' } },
      { url_citation: { title: 'FAQ' } },
    ]);
  });

  it('a knowledge base that failed is a fault', () => {
    const failed = encodeText('{"success":false,"errCode":500,"message":"no such library"}');
    expect(open('ai-proxy-library').readResponse(failed)).toMatchObject({
      ok: false,
      fault: { message: 'no such library' },
    });
  });
});
