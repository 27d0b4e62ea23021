import type { Dialect } from '@tollgate/dialects';
import {
  computeCharge,
  emptyUsage,
  type Price,
  readPriceSnapshot,
  writePriceSnapshot,
} from '@tollgate/pricing';
import { listExchanges } from '@tollgate/simulators';
import { describe, expect, it } from 'vitest';
import { plainPrice } from '../../../test-support/plain-price.ts';
import { greedyTokens } from '../../../test-support/worst-case/greedy-tokens.ts';
import { listGuardedBodies } from '../../../test-support/worst-case/list-guarded-bodies.ts';
import { openExchangeChannel } from '../../../test-support/worst-case/open-exchange-channel.ts';
import { BATCH_ENDPOINTS } from '../../domain/batches/batch-endpoints.ts';
import type { Batch } from '../../domain/batches/batch-holds.ts';
import { BATCH_TIER } from '../../domain/batches/batch-tier.ts';
import { OutputTally } from '../../domain/batches/output-tally.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Caller } from '../caller.ts';
import type { ContentFilter } from '../content-filter/content-filter.ts';
import { BatchInput, routeOf } from './batch-input.ts';

/**
 * Batches in the worst-case matrix: every member that affects a price or limit × every value it may have ×
 * every batch endpoint × every channel type that runs batches × what a channel may override. The hold covers
 * a provider that responds with the maximum to each line it was sent, and no claim is charged beyond it.
 */
type Body = Readonly<Record<string, unknown>>;

const PROMPT = 'hello';
const BODIES: Readonly<Record<string, Body>> = {
  '/v1/chat/completions': { messages: [{ role: 'user', content: PROMPT }] },
  '/v1/responses': { input: PROMPT },
  '/v1/completions': { prompt: [PROMPT, PROMPT] },
  '/v1/embeddings': { input: [PROMPT, PROMPT] },
  '/v1/moderations': { input: PROMPT },
};
const OVERRIDES: readonly (Body | undefined)[] = [
  undefined,
  { max_tokens: 9000, max_output_tokens: 9000 },
  { max_tokens: null, max_completion_tokens: null, max_output_tokens: null },
  { n: 4 },
  { system_prompt: 'Be kind. '.repeat(40) },
];
const PRICE: Price = {
  ...plainPrice,
  tariff: { tools: new Map(), tiers: new Map([[BATCH_TIER, 0.5]]), quotaPerUnit: 500_000 },
};
const ABSURD = 1_000_000_000;
/** The first exchange of each channel type that runs batches. */
const EXCHANGES = [
  ...Map.groupBy(
    listExchanges().filter(({ kind }) => kind === undefined),
    ({ provider }) => provider,
  ).values(),
].flatMap(([first]) => (first && openExchangeChannel(first).provider?.files ? [first] : []));

interface Input {
  name: string;
  channel: ReturnType<typeof openExchangeChannel>;
  model: string;
}

/** Returns the lines that a provider receives for a two-line input; undefined if one is refused. */
async function sendLines({ name, channel, model }: Input, members: Body) {
  const endpoint = BATCH_ENDPOINTS[name];
  if (!endpoint) throw new Error(`no endpoint ${name}`);
  const input = new BatchInput({
    name,
    endpoint,
    caller: { holder: { userId: 1, group: 'default' } } as Caller,
    words: { checkPrompt: () => undefined } as unknown as ContentFilter,
    targetFor: () => ({ channel, price: PRICE }),
    withFiles: (body) => body,
    findForeign: async () => undefined,
    callId: 'r',
    checkHold() {},
  });
  const lines = ['a', 'b'].map((custom_id) => {
    const body = { model, ...BODIES[name], ...members };
    return `${JSON.stringify({ custom_id, method: 'POST', url: name, body })}\n`;
  });
  const sent: Body[] = [];
  try {
    for await (const line of input.lines(bytesOf(lines)))
      sent.push((JSON.parse(Buffer.from(line).toString()) as { body: Body }).body);
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return undefined;
    throw error;
  }
  return { input, sent };
}

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield Buffer.from(line);
}

/** Charge of a provider that reads everything it was sent, and writes as much as it may. */
function greedyCharge(sent: readonly Body[], { name, channel, model }: Input): number {
  const { kind = 'chat' } = BATCH_ENDPOINTS[name] ?? {};
  const writes = kind === 'chat' || kind === 'completions';
  const upstreamModel = channel.modelMapping.get(model) ?? model;
  const target = { model: upstreamModel, channel };
  const texts = (body: Body) => [body['prompt'] ?? body['input'] ?? PROMPT].flat().join('');
  const added = Buffer.byteLength(channel.policy.overrides?.systemPrompt ?? '');
  const usage = {
    ...emptyUsage(),
    promptTokens: sent.reduce((sum, body) => sum + Buffer.byteLength(texts(body)) + added, 0),
    completionTokens: writes
      ? sent.reduce((sum, body) => sum + greedyTokens(body, kind, target), 0)
      : 0,
  };
  return chargeOf(usage, sent.length);
}

const tally = (batch: Partial<Batch>) =>
  new OutputTally(batch as Batch, readPriceSnapshot(writePriceSnapshot(PRICE, BATCH_TIER)));

function chargeOf(usage: Parameters<typeof computeCharge>[1], lines: number): number {
  const surcharges = tally({ endpoint: '/v1/embeddings' }).surchargesOf({ lines });
  return computeCharge(PRICE, usage, lines, surcharges);
}

/** Charge for an output that claims absurd usage. */
async function claimedCharge(input: BatchInput, name: string): Promise<number> {
  const counted = tally({
    endpoint: name,
    total: input.total,
    prompt_max: input.promptMax,
    prompt_estimate: input.promptEstimate,
    completion_max: input.completionMax,
  });
  const names = ['prompt_tokens', 'completion_tokens', 'input_tokens', 'output_tokens'];
  const usage = Object.fromEntries(names.map((name) => [name, ABSURD]));
  const body = { choices: [], data: [], results: [], output: [], object: 'list', usage };
  const lines = ['a', 'b', 'c'].map((custom_id) =>
    Buffer.from(JSON.stringify({ custom_id, response: { status_code: 200, body } })),
  );
  await counted.addAll(
    (async function* claim() {
      yield* lines;
    })(),
  );
  return [...counted.parts.values()].reduce(
    (sum, { usage: total, lines: count }) => sum + chargeOf(total, count),
    0,
  );
}

describe.each(EXCHANGES)('a batch at a channel of $name', (exchange) => {
  const { model } = exchange.request;
  const channels = new Map(OVERRIDES.map((each) => [each, openExchangeChannel(exchange, each)]));
  const served = Object.keys(BODIES).filter((name) => {
    const endpoint = BATCH_ENDPOINTS[name];
    const [channel] = channels.values();
    return endpoint && channel && routeOf(channel, endpoint, model);
  });

  it('supports the endpoints of its type', () => {
    expect(served.length).toBeGreaterThan(0);
  });

  it.each(served)('a batch to %s is sent no line without a hold that covers it', async (name) => {
    let sent = 0;
    let believed = 0;
    const check = async (members: Body, override: Body | undefined) => {
      const channel = channels.get(override);
      if (!channel) throw new Error('no channel');
      const target = { name, channel, model };
      const result = await sendLines(target, members);
      if (!result) return;
      sent += 1;
      const { hold } = result.input;
      const greedy = greedyCharge(result.sent, target);
      const claimed = await claimedCharge(result.input, name);
      believed += claimed;
      if (greedy > hold || claimed > hold)
        expect({ members, override, sent: result.sent, hold, greedy, claimed }).toBe('covered');
    };
    // oxlint-disable-next-line no-await-in-loop -- one input after the other
    for (const members of listGuardedBodies()) await check(members, undefined);
    for (const override of OVERRIDES)
      for (const members of [{}, { n: 3, max_tokens: 7 }, { max_output_tokens: 5 }])
        // oxlint-disable-next-line no-await-in-loop -- one input after the other
        await check(members, override);
    expect(sent).toBeGreaterThan(0);
    expect(believed).toBeGreaterThan(0);
  });
});

it('the hold of lines that ask for an hour of caching covers its price', async () => {
  const [exchange] = EXCHANGES;
  if (!exchange) throw new Error('no exchange');
  const { model } = exchange.request;
  const channel = openExchangeChannel(exchange, undefined);
  const cache_control = { type: 'ephemeral', ttl: '1h' };
  const content = [{ type: 'text', text: PROMPT.repeat(1000), cache_control }];
  const members = { messages: [{ role: 'user', content }], max_tokens: 1 };
  const result = await sendLines({ name: '/v1/chat/completions', channel, model }, members);
  if (!result) throw new Error('a line was refused');
  const { hold, promptMax: promptTokens, completionMax: completionTokens } = result.input;
  const cached = { cacheWriteTokens: promptTokens, cacheWriteHourTokens: promptTokens };
  const usage = { ...emptyUsage(), promptTokens, completionTokens, ...cached };
  expect(hold).toBeGreaterThanOrEqual(chargeOf(usage, 2));
});

it('the matrix covers every channel type that runs batches, and every dialect of their endpoints', () => {
  expect(EXCHANGES.map(({ provider }) => provider)).toEqual(
    expect.arrayContaining(['azure', 'openai', 'qwen']),
  );
  const dialects = Object.keys(BODIES).map((name) => BATCH_ENDPOINTS[name]?.dialect);
  const expected: Dialect[] = ['openai-chat', 'openai-responses'];
  expect(new Set(dialects)).toEqual(new Set(expected));
  expect(Object.keys(BODIES)).toEqual(Object.keys(BATCH_ENDPOINTS));
});
