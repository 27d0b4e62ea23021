import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ChatResponse } from '../ir/response.ts';
import { DIALECTS, type Dialect } from '../ir/dialect.ts';
import type { ResponsePart } from '../ir/parts.ts';
import { readSignature } from '../ir/seal.ts';
import { encodeText } from '../json/encode-text.ts';
import { decodeText, isRecord, parseJson } from '../json/parse-json.ts';
import { collectResponse } from '../testing/collect-response.ts';
import { readStreamEvents } from '../testing/read-stream.ts';
import { readCall } from './client-call.ts';
import { CODECS } from './codec.ts';
import { openTranslation } from './open-translation.ts';
import type { Translation } from './translation.ts';
import { callKey } from '../history/signature-keys.ts';

const root = new URL('../../translations/fixtures/', import.meta.url);
const CASES = ['text', 'parallel-tools', 'thinking', 'refusal', 'length'] as const;
const pairs = DIALECTS.flatMap((client) => DIALECTS.map((upstream) => [client, upstream] as const));

const load = (dialect: Dialect, name: string, file: string): Uint8Array => {
  const url = new URL(`${dialect}/${name}/${file}`, root);
  if (!existsSync(url)) throw new Error(`${dialect}/${name} has no ${file}`);
  return readFileSync(url);
};

/** A minimal request in each dialect. */
function openCall(client: Dialect, stream: boolean) {
  const message = { role: 'user', content: 'Hi' };
  const body = {
    'openai-chat': {
      model: 'm',
      messages: [message],
      stream,
      stream_options: { include_usage: true },
    },
    'openai-responses': { model: 'm', input: 'Hi', stream },
    'anthropic-messages': { model: 'm', max_tokens: 100, messages: [message], stream },
    'gemini-generate': { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
  }[client];
  const bytes = encodeText(JSON.stringify(body));
  const read = readCall({ dialect: client, bytes, model: 'm', stream });
  if (!read.ok) throw new Error(read.fault.message);
  return read.call;
}

/** Signatures of tool calls that the client's dialect can't carry. */
const stored = new Map<string, string>();

function open(client: Dialect, upstream: Dialect, stream: boolean): Translation {
  const opened = openTranslation({
    call: openCall(client, stream),
    to: upstream,
    upstreamModel: 'm',
    id: 'req1',
    createdSeconds: 1_763_700_000,
    injectUsage: true,
    keepSignature: (key, { value }) => void stored.set(key, value),
  });
  if (!opened.ok) throw new Error(opened.fault.message);
  return opened.translation;
}

function readResponse(dialect: Dialect, bytes: Uint8Array): ChatResponse {
  const body = parseJson(bytes);
  const response = isRecord(body) ? CODECS[dialect].parseResponse(body, 'req1') : undefined;
  if (!response) throw new Error(`no answer: ${decodeText(bytes)}`);
  return response;
}

/** Returns the part of a response that every dialect can express, equal whichever way it took. */
function essence(response: ChatResponse, client: Dialect) {
  const parts = response.parts.map((part) => essenceOfPart(part, client));
  const refusal = response.stop.reason === 'refusal' || response.stop.reason === 'filter';
  return {
    parts: joinTexts(parts.filter((part) => part.text !== '' || part.signature !== undefined)),
    stop: refusal ? 'refused' : response.stop.reason,
    prompt: response.usage?.promptTokens,
    cached: response.usage?.cachedTokens,
    completion: response.usage?.completionTokens,
    reasoning: response.usage?.reasoningTokens,
  };
}

interface Essence {
  readonly kind: string;
  readonly text: string;
  readonly id?: string;
  readonly signature?: string;
}

function essenceOfPart(part: ResponsePart, client: Dialect): Essence {
  if (part.type === 'text' || part.type === 'refusal') return { kind: 'text', text: part.text };
  if (part.type === 'thinking') {
    const shown = part.signature?.value ?? '';
    const signature = readSignature(shown, client).value;
    // Clients of Gemini receive hidden thoughts as a space.
    const text = part.text === ' ' ? '' : part.text;
    return { kind: 'thinking', text, ...(signature === '' ? {} : { signature }) };
  }
  if (part.type !== 'tool-call') return { kind: part.type, text: '' };
  const signature = part.signature?.value ?? stored.get(callKey(part.id));
  const args = JSON.stringify(parseJson(encodeText(part.args || '{}')));
  return {
    kind: 'call',
    id: part.id,
    text: `${part.name}(${args})`,
    ...(signature === undefined ? {} : { signature }),
  };
}

function joinTexts(parts: readonly Essence[]): Essence[] {
  const joined: Essence[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && last.kind === part.kind && part.kind === 'text') {
      joined[joined.length - 1] = { kind: 'text', text: last.text + part.text };
    } else joined.push(part);
  }
  return joined;
}

describe.each(pairs)('a response to a %s client from %s', (client, upstream) => {
  it.each(CASES)('%s: arrives complete', (name) => {
    const bytes = load(upstream, name, 'answer.json');
    const translation = open(client, upstream, false);
    const result = translation.readResponse(bytes);
    if (!result.ok) throw new Error(result.fault.excerpt);
    const sent = essence(readResponse(upstream, bytes), upstream);
    expect(essence(readResponse(client, result.body), client)).toEqual(sent);
    expect(result.usage?.promptTokens).toBe(sent.prompt);
    expect(result.usage?.completionTokens).toBe(sent.completion);
    if (client === upstream) expect(result.body).toBe(bytes);
  });

  it.each(CASES)(
    '%s: reaches a streaming client as a stream even if the upstream did not stream',
    (name) => {
      const bytes = load(upstream, name, 'answer.json');
      const result = open(client, upstream, true).readResponseAsStream(bytes);
      if (!result.ok) throw new Error(result.fault.excerpt);
      const received = collectResponse(readStreamEvents(client, result.body));
      expect(essence(received, client)).toEqual(essence(readResponse(upstream, bytes), upstream));
    },
  );

  it.each(CASES)('%s: streams completely, wherever the bytes are cut', (name) => {
    const bytes = load(upstream, name, 'stream.txt');
    const sent = essence(collectResponse(readStreamEvents(upstream, bytes)), upstream);
    let first: string | undefined;
    for (const size of [bytes.length, 1, 2, 3, 7, 61, 1024]) {
      const { text, end } = run(open(client, upstream, true), bytes, size);
      first ??= text;
      expect(text).toBe(first);
      expect(end.complete).toBe(true);
      expect(end.usage?.completionTokens).toBe(sent.completion);
      expect(end.contentDelivered).toBe(true);
    }
    const received = collectResponse(readStreamEvents(client, encodeText(first ?? '')));
    expect(essence(received, client)).toEqual(sent);
    if (client === upstream) expect(first).toBe(decodeText(bytes));
  });

  it('that is cut off is incomplete and has no tail', () => {
    const bytes = load(upstream, 'cut', 'stream.txt');
    const { text, end } = run(open(client, upstream, true), bytes, 50);
    expect(text).toContain('Half an');
    expect(end).toMatchObject({ complete: false, contentDelivered: true });
    expect(end.tail.length).toBe(0);
    expect(end.estimatedCompletionTokens).toBeGreaterThan(0);
  });

  it('that breaks off with an error is a fault, and the error is not forwarded', () => {
    const bytes = load(upstream, 'error', 'stream.txt');
    const { text, end } = run(open(client, upstream, true), bytes, 50);
    expect(text).toContain('Half an');
    expect(text).not.toMatch(/server_error|overloaded|UNAVAILABLE|response.failed/);
    expect(end.complete).toBe(false);
    expect(end.fault?.retryable).toBe(true);
    expect(end.tail.length).toBe(0);
  });
});

function run(translation: Translation, bytes: Uint8Array, size: number) {
  const stream = translation.openStream();
  let text = '';
  for (let at = 0; at < bytes.length; at += size) {
    for (const output of stream.push(bytes.slice(at, at + size)))
      text += Buffer.from(output).toString('latin1');
  }
  const end = stream.end();
  text += Buffer.from(end.tail).toString('latin1');
  return { text: Buffer.from(text, 'latin1').toString('utf8'), end };
}

it.each(['anthropic-messages', 'gemini-generate', 'openai-responses'] as const)(
  'arguments that a model nests beyond all readers reach %s, whole and streamed',
  (client) => {
    const depth = 20_000;
    const args = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: args } };
    const completion = (choice: object) =>
      JSON.stringify({ id: 'x', choices: [{ index: 0, finish_reason: 'tool_calls', ...choice }] });
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    const whole = open(client, 'openai-chat', false).readResponse(
      encodeText(completion({ message })),
    );
    expect(whole.ok).toBe(true);
    const stream = open(client, 'openai-chat', true).openStream();
    const delta = { tool_calls: [{ index: 0, ...call }] };
    stream.push(encodeText(`data: ${completion({ delta })}\n\ndata: [DONE]\n\n`));
    expect(stream.end().complete).toBe(true);
  },
);
