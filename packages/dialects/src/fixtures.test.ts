import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forEveryCut } from '../test-support/for-every-cut.ts';
import { buildUpstreamBody, type UpstreamBodyOptions } from './openai-chat/upstream-body.ts';
import { createStreamReader } from './openai-chat/stream.ts';
import { detectErrorBody, estimateCompletionTokens, readUsage } from './openai-chat/response.ts';
import { readRequest } from './openai-chat/request.ts';
import type { ClientRequest } from './ir/client-request.ts';
import type { EnvelopeKind } from './ir/call-kind.ts';
import type { UpstreamFault } from './faults/upstream-fault.ts';
import type { Usage } from './ir/usage.ts';
import { decodeText, parseJson } from './json/parse-json.ts';

/** Contents of a case's `expected.json`; see the cases for examples. */
interface Expected {
  readonly kind: EnvelopeKind;
  readonly request: Partial<ClientRequest>;
  readonly send?: UpstreamBodyOptions;
  readonly hideUsageChunk?: boolean;
  readonly usage: Usage | null;
  readonly fault?: Partial<UpstreamFault>;
  readonly estimatedCompletionTokens?: readonly [number, number];
  readonly complete?: boolean;
  readonly sawDone?: boolean;
  readonly contentDelivered?: boolean;
  readonly finishReasons?: readonly string[];
  readonly characters?: number;
}

const root = new URL('../fixtures/', import.meta.url);
const cases = readdirSync(root, { withFileTypes: true })
  // The vendors' responses have a test of their own: provider-fixtures.test.ts.
  .filter((entry) => entry.isDirectory() && entry.name !== 'providers')
  .flatMap(({ name: dialect }) =>
    readdirSync(new URL(`${dialect}/`, root)).map((name) => `${dialect}/${name}`),
  );

const load = (name: string, file: string): Uint8Array | undefined => {
  const url = new URL(`${name}/${file}`, root);
  return existsSync(url) ? readFileSync(url) : undefined;
};
const loadRequired = (name: string, file: string) => {
  const bytes = load(name, file);
  if (!bytes) throw new Error(`${name} has no ${file}`);
  return bytes;
};
const expectedOf = (name: string) => parseJson(loadRequired(name, 'expected.json')) as Expected;

function runStream(chunks: readonly Uint8Array[], expected: Expected) {
  const reader = createStreamReader({ hideUsageChunk: expected.hideUsageChunk ?? false });
  const forwarded = chunks.flatMap((chunk) => reader.push(chunk));
  const end = reader.end();
  const sent = decodeText(Buffer.concat([...forwarded, end.tail]));
  const { sawDone, finishReasons } = reader;
  const { usage, complete, contentDelivered, fault } = end;
  return {
    sent,
    usage: usage ?? null,
    complete,
    sawDone,
    contentDelivered,
    finishReasons,
    fault,
    characters: reader.deliveredCharacters,
  };
}

describe.each(cases)('fixture %s', (name) => {
  const expected = expectedOf(name);
  const stream = load(name, 'upstream-stream.txt');
  const response = load(name, 'upstream-response.json');

  it('reads the request and sends the expected one upstream', () => {
    const bytes = loadRequired(name, 'client-request.json');
    const result = readRequest(expected.kind, bytes);
    if (!result.ok) throw new Error(result.fault.message);
    expect(result.request).toMatchObject({ kind: expected.kind, ...expected.request });
    expect(result.request.promptTokensEstimate).toBeGreaterThan(0);
    const send = expected.send ?? { upstreamModel: result.request.model, injectUsage: false };
    const body = buildUpstreamBody(result.request, send);
    const changed = load(name, 'upstream-request.json');
    if (changed) expect(parseJson(body)).toEqual(parseJson(changed));
    else expect(body).toBe(bytes);
  });

  if (stream)
    it('passes the stream on, wherever its bytes are cut', () =>
      checkStream(name, expected, stream));
  if (response) it('reads the response', () => checkResponse(expected, response));
});

function checkStream(name: string, expected: Expected, bytes: Uint8Array) {
  const { usage, fault, characters, complete, sawDone, contentDelivered, finishReasons } = expected;
  const sent = decodeText(load(name, 'client-stream.txt') ?? bytes);
  const outcome = { sent, usage, characters, complete, sawDone, contentDelivered, finishReasons };
  forEveryCut(bytes, (chunks, cut) => {
    const { fault: actualFault, ...rest } = runStream(chunks, expected);
    expect(rest, cut).toEqual(outcome);
    if (fault) expect(actualFault, cut).toMatchObject(fault);
    else expect(actualFault, cut).toBeUndefined();
  });
}

function checkResponse(expected: Expected, bytes: Uint8Array) {
  const fault = detectErrorBody(bytes);
  if (expected.fault) expect(fault).toMatchObject(expected.fault);
  else expect(fault).toBeUndefined();
  expect(readUsage(bytes) ?? null).toEqual(expected.usage);
  const [least, most] = expected.estimatedCompletionTokens ?? [0, Infinity];
  expect(estimateCompletionTokens(bytes)).toBeGreaterThanOrEqual(least);
  expect(estimateCompletionTokens(bytes)).toBeLessThanOrEqual(most);
}

describe('fixtures', () => {
  it('exist', () => {
    expect(cases.length).toBeGreaterThan(20);
  });
});
