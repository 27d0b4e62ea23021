import { createHash, createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forEveryCut } from '../test-support/for-every-cut.ts';
import { encodeText } from './json/encode-text.ts';
import { decodeText, parseJson } from './json/parse-json.ts';
import { classifyFault } from './openai-chat/fault.ts';
import type { StreamEnd } from './ir/stream-end.ts';
import { listProviders } from './providers/index.ts';
import type { ProviderSpec } from './providers/provider-spec.ts';
import type { SigningCrypto } from './signing/signing-crypto.ts';
import {
  type Exchange,
  keyOf,
  type ReadTexts,
  type Refusal,
  routeExchange,
  translateExchange,
} from './testing/exchange.ts';
import type { Json } from './testing/translate-call.ts';
import type { Translation } from './translate/translation.ts';
import { promptUsage } from './translate/auxiliary-translation.ts';

const root = new URL('../fixtures/providers/', import.meta.url);
/** Image and music tasks have a relay of their own. */
const CHATTING = listProviders().filter(({ upstreamDialect }) => upstreamDialect !== null);
const CASES = CHATTING.flatMap((provider) =>
  foldersIn(provider.name).map((name): [string, ProviderSpec] => [
    `${provider.name}/${name}`,
    provider,
  ]),
);
/** The time at which the fixtures were signed. */
const NOW_MS = Date.UTC(2025, 9, 9, 8, 53, 20);
const BOUGHT = 'bought-token';
const crypto: SigningCrypto = {
  sha256: (data) => createHash('sha256').update(data).digest(),
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
  signRs256: () => new Uint8Array(),
};
const NO_USAGE = promptUsage(0);

function foldersIn(name: string): string[] {
  const url = new URL(name, root);
  return existsSync(url) ? readdirSync(url) : [];
}

function load(name: string, file: string): Uint8Array | undefined {
  const url = new URL(`${name}/${file}`, root);
  return existsSync(url) ? new Uint8Array(readFileSync(url)) : undefined;
}

function exchangeOf(name: string): Exchange {
  return parseJson(load(name, 'exchange.json') ?? new Uint8Array()) as Exchange;
}

it('every channel type has a folder, and every folder a channel type', () => {
  expect(readdirSync(root).toSorted()).toEqual(CHATTING.map(({ name }) => name).toSorted());
});

describe.each(CASES)('%s', (name, provider) => {
  const exchange = exchangeOf(name);
  const stream = load(name, 'stream.txt');
  const usage = exchange.usage && { ...NO_USAGE, ...exchange.usage };

  it.each(stream ? [false, true] : [false])(
    'receives requests in its own format (stream: %s)',
    (streams) => {
      expect(requestOf(provider, exchange, streams)).toEqual(expectedRequest(exchange, streams));
    },
  );

  it('has its response read and passed to the client', () => {
    const bytes = encodeText(JSON.stringify(exchange.response));
    const result = translateExchange(provider, exchange, { stream: false }).readResponse(bytes);
    if (!result.ok) throw new Error(result.fault.excerpt);
    expect(parseJson(result.body)).toEqual(exchange.received ?? exchange.response);
    expect(result.usage ?? null).toEqual(usage);
    if (usage === null && !exchange.kind) expect(result.estimateTokens()).toBeGreaterThan(0);
  });

  if (exchange.kind === undefined)
    it('has its response translated for a client of another dialect', () => {
      const bytes = encodeText(JSON.stringify(exchange.response));
      const other = { stream: false, from: 'anthropic-messages' } as const;
      const result = translateExchange(provider, exchange, other).readResponse(bytes);
      if (!result.ok) throw new Error(result.fault.excerpt);
      expect(textsOf(parseJson(result.body) as Json)).toEqual(exchange.reads);
    });

  if (stream) checkStream(name, provider, stream);

  it.each(Object.entries(exchange.refusals))('has its refusal classified: %s', (_why, refusal) => {
    for (const fault of refusedBy(provider, exchange, refusal)) {
      expect(fault).toMatchObject(refusal.fault);
      expect(JSON.stringify(fault)).not.toContain(keyOf(exchange.channel));
      // Problems with our own account are not revealed.
      if (fault.kind === 'auth' || fault.kind === 'quota') expect(fault.message).toMatch(/gateway/);
    }
  });
});

function checkStream(name: string, provider: ProviderSpec, stream: Uint8Array): void {
  const exchange = exchangeOf(name);
  const { broken, estimate, reads, readsStreamed = reads } = exchange;

  it('yields the same stream, wherever its bytes are cut', () => {
    const sent = decodeText(load(name, 'client-stream.txt') ?? stream);
    const usage = exchange.usage && { ...NO_USAGE, ...exchange.usage };
    const weighed = estimate === undefined ? {} : { estimate };
    const outcome = { sent, complete: true, usage, ...weighed };
    const opened = translateExchange(provider, exchange, { stream: true });
    forEveryCut(stream, (chunks, cut) => {
      expect(receive(opened, chunks), cut).toMatchObject(outcome);
    });
  });

  if (exchange.kind) return;
  it('has its stream translated for a client of another dialect', () => {
    for (const chunks of [[stream], byteByByte(stream)]) {
      const other = { stream: true, from: 'anthropic-messages' } as const;
      const { sent, complete } = receive(translateExchange(provider, exchange, other), chunks);
      expect({ complete, ...textsOfEvents(sent) }).toEqual({ complete: true, ...readsStreamed });
    }
  });

  if (!broken) return;
  it.each(['openai-chat', 'anthropic-messages'] as const)(
    'breaks off with an error for a client of %s',
    (from) => {
      const events = decodeText(stream).split(/(?<=\n\n)/);
      const begun = events.slice(0, -2).join('');
      const opened = translateExchange(provider, exchange, { stream: true, from });
      forEveryCut(encodeText(begun + broken.event), (chunks, cut) => {
        const { sent, complete, fault } = receive(opened, chunks);
        expect(complete, cut).toBe(false);
        expect(fault, cut).toMatchObject(broken.fault);
        if (from === 'openai-chat') expect(sent, cut).toBe(begun);
      });
    },
  );
}

function requestOf(provider: ProviderSpec, exchange: Exchange, stream: boolean) {
  const route = routeExchange(provider, exchange);
  const { body } = translateExchange(provider, exchange, { stream });
  const wrapped = route.wrapBody?.(body, { stream, betas: '' }) ?? body;
  const url = stream ? (route.streamUrl ?? route.url) : route.url;
  const { credential } = route;
  const call = { method: 'POST', url, body: wrapped, nowMs: NOW_MS } as const;
  const proof =
    credential?.kind === 'signed'
      ? { headers: credential.sign(call, crypto) }
      : (credential?.use(BOUGHT) ?? {});
  const { headers, query } = { query: undefined, ...proof };
  return {
    url: query === undefined ? url : `${url}?${query}`,
    headers: { ...route.headers, ...headers },
    body: parseJson(wrapped),
  };
}

function expectedRequest({ upstream }: Exchange, stream: boolean) {
  const { url, streamUrl = url, headers, streamHeaders = headers, body, streamed } = upstream;
  if (!stream) return { url, headers, body };
  return { url: streamUrl, headers: streamHeaders, body: { ...body, ...streamed } };
}

function byteByByte(bytes: Uint8Array): readonly Uint8Array[] {
  return Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
}

interface Received {
  readonly sent: string;
  readonly complete: boolean;
  readonly usage: StreamEnd['usage'] | null;
  readonly estimate: number;
  readonly fault: StreamEnd['fault'];
}

function receive(translation: Translation, chunks: readonly Uint8Array[]): Received {
  const port = translation.openStream();
  const sent = chunks.flatMap((chunk) => port.push(chunk.slice())).map((output) => output.slice());
  const { tail, complete, usage, fault } = port.end();
  const text = decodeText(Buffer.concat([...sent, tail]));
  const estimate = port.estimatedCompletionTokens;
  return { sent: text, complete, usage: usage ?? null, estimate, fault };
}

interface ReceivedParts {
  text: string;
  thinking?: string;
  sources?: string[];
  calls?: { name: string; input: unknown }[];
}

/** Returns the texts of a message in Anthropic's dialect. */
function textsOf({ content }: Json): ReadTexts {
  const read: ReceivedParts = { text: '' };
  for (const block of content ?? []) {
    const type = String(block.type);
    if (type === 'text') read.text += String(block.text);
    for (const { url } of block.citations ?? []) (read.sources ??= []).push(String(url));
    if (type === 'thinking') read.thinking = (read.thinking ?? '') + String(block.thinking);
    if (type === 'tool_use')
      (read.calls ??= []).push({ name: String(block.name), input: block.input });
  }
  return read;
}

function textsOfEvents(sent: string): ReadTexts {
  const read: ReceivedParts = { text: '' };
  const inputs: string[] = [];
  for (const line of sent.split('\n').filter((text) => text.startsWith('data: {'))) {
    const { delta, content_block: block } = JSON.parse(line.slice('data: '.length)) as Json;
    if (delta?.text) read.text += String(delta.text);
    if (delta?.citation) (read.sources ??= []).push(String(delta.citation.url));
    if (delta?.thinking) read.thinking = (read.thinking ?? '') + String(delta.thinking);
    if (delta?.partial_json) inputs.push((inputs.pop() ?? '') + String(delta.partial_json));
    if (String(block?.type) !== 'tool_use') continue;
    inputs.push('');
    (read.calls ??= []).push({ name: String(block?.name), input: {} });
  }
  for (const [index, call] of (read.calls ?? []).entries())
    call.input = JSON.parse(inputs[index] ?? '');
  return read;
}

/** A refusal is recognized by its status, or by its body if that is 200, streamed or not. */
function refusedBy(provider: ProviderSpec, exchange: Exchange, refusal: Refusal) {
  const { status, headers = {}, body } = refusal;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (status >= 300) return [classifyFault({ status, headers, bodyExcerpt: text })];
  const { readResponse, readResponseAsStream } = translateExchange(provider, exchange, {
    stream: false,
  });
  return [readResponse, readResponseAsStream].map((read) => {
    const result = read(encodeText(text));
    if (result.ok) throw new Error('taken for an answer');
    return result.fault;
  });
}
