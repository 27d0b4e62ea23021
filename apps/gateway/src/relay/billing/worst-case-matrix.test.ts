import {
  type ClientCall,
  type Dialect,
  GUARDED_MEMBERS,
  listProviders,
  readCall,
  type RequestKind,
} from '@tollgate/dialects';
import { computeCharge, emptyUsage, type Price } from '@tollgate/pricing';
import { type Exchange, listExchanges } from '@tollgate/simulators';
import { describe, expect, it } from 'vitest';
import { openOneAccount } from '../../../test-support/one-account.ts';
import { plainPrice } from '../../../test-support/plain-price.ts';
import { greedyTokens } from '../../../test-support/worst-case/greedy-tokens.ts';
import { listGuardedBodies } from '../../../test-support/worst-case/list-guarded-bodies.ts';
import { openExchangeChannel } from '../../../test-support/worst-case/open-exchange-channel.ts';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import { routeCall } from '../../domain/channels/channel-route.ts';
import { AppError } from '../../platform/app-error.ts';
import { buildCoveredRequest } from '../attempt/build-covered-request.ts';
import type { RelayCall } from '../relay-call.ts';
import { type ReservedCall, reserveCall } from './reserve-call.ts';
import { settleSurcharges } from './settle-surcharges.ts';
import { planSurcharges } from './surcharge-plan.ts';

/**
 * Every member that affects a price or limit × every value it may have × every client dialect × every channel
 * type × streamed or not × what a channel may override: what is reserved when the request is sent covers an
 * upstream that responds with the maximum. Generated from the list of members and the provider registry, so
 * that additions to either are included.
 */
type Body = Readonly<Record<string, unknown>>;

const PROMPT = 'hello';
const CHATS: Readonly<Record<Dialect, Body>> = {
  'openai-chat': { messages: [{ role: 'user', content: PROMPT }] },
  'openai-responses': { input: PROMPT },
  'anthropic-messages': { messages: [{ role: 'user', content: PROMPT }] },
  'gemini-generate': { contents: [{ role: 'user', parts: [{ text: PROMPT }] }] },
};
/** Tools and tiers with their own price, as the dialects write them. */
const BILLED: readonly Body[] = [
  { tools: [{ type: 'web_search' }] },
  { tools: [{ type: 'web_search' }, { type: 'web_search_preview' }], max_tool_calls: 2 },
  { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
  { tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 1 }], speed: 'fast' },
  { tools: [{ type: 'web_fetch_20250910', name: 'web_fetch' }], inference_geo: 'us' },
  { tools: [{ type: 'image_generation' }, { type: 'code_interpreter' }, { type: 'file_search' }] },
  { tools: [{ type: 'image_generation', quality: 'low' }] },
  { tools: [{ googleSearch: {} }, { codeExecution: {} }], serviceTier: 'priority' },
  { web_search_options: {}, n: 2 },
  { search_parameters: { mode: 'on' } },
  { service_tier: 'auto' },
  { service_tier: 'flex' },
  { service_tier: 'priority', enable_search: true },
];
const MEMBERS = [...listGuardedBodies(), ...BILLED];

const TOOLS = [
  'web_search',
  'web_search_preview',
  'live_search',
  'google_search',
  'code_execution',
];
const FURTHER_TOOLS = ['file_search', 'image_generation', 'image_generation_low', 'request_fee'];
const MODES = { flex: 0.5, priority: 2, fast: 6, inference_geo_us: 1.1 };

/** Everything has a price here, low enough for the small balance. */
const PRICE: Price = {
  ...plainPrice,
  tariff: {
    tools: new Map(
      [...TOOLS, ...FURTHER_TOOLS].map((tool, at) => [
        tool,
        { use: 0.0001 * (at + 1), request: 0.00002 * at },
      ]),
    ),
    tiers: new Map(Object.entries(MODES)),
    quotaPerUnit: 500_000,
  },
};
const USES_MAX = 8;
/** The report of an upstream that claims every tool and tier. */
const GREEDY_USE = {
  tools: Object.fromEntries([...TOOLS, ...FURTHER_TOOLS].map((tool) => [tool, 500])),
  tier: 'priority',
  speed: 'fast',
  place: 'inference_geo_us',
};

/** Pairs of different limits, as upstreams differ in which one they read. */
const NAMES = GUARDED_MEMBERS.filter((name) => /tokens|predict/.test(name));
const REQUESTS: readonly Body[] = [
  {},
  { n: 3, max_tokens: 7 },
  { thinking_budget: 5000, max_tokens: 5 },
];
const LIMITS: readonly Body[] = [
  ...REQUESTS,
  ...NAMES.flatMap((small) => NAMES.map((large) => ({ [small]: 1, [large]: 4000 }))),
];

/** Overrides that a channel may apply to every body. */
const OVERRIDES: readonly (Body | undefined)[] = [
  undefined,
  { max_tokens: 9000 },
  { max_tokens: null, max_completion_tokens: null, max_output_tokens: null },
  { n: 4, generationConfig: { candidateCount: 4 } },
  { options: { num_predict: -1 }, parameter: {} },
  { system_prompt: 'Be kind. '.repeat(40) },
];

/** Several recordings of a channel and model, as with tools, are the same channel here. */
const EXCHANGES = [
  ...new Map(
    listExchanges()
      .filter(({ kind = 'completions' }) => kind === 'completions')
      .map((each) => [
        JSON.stringify([each.provider, each.channel, each.kind, each.request.model]),
        each,
      ]),
  ).values(),
];

const kindOf = ({ kind }: Exchange): RequestKind =>
  kind === 'completions' ? 'completions' : 'chat';
const DIALECTS = Object.keys(CHATS) as Dialect[];

/** The formats that a channel is sent calls of each dialect in. */
const formatsOf = (exchange: Exchange): string => {
  const kind = kindOf(exchange);
  const { model } = exchange.request;
  const channel = openExchangeChannel(exchange, undefined);
  const formats = DIALECTS.map((dialect) => routeCall(channel, { kind, model, dialect })?.dialect);
  return JSON.stringify([kind, formats]);
};
const FORMATS = EXCHANGES.map(formatsOf);

/**
 * Whether a channel is sent a case by clients of a dialect: the first channel with its formats gets all cases
 * from all dialects, each further one gets all cases, each from another dialect.
 */
function isSent(exchange: Exchange, dialect: Dialect, index: number): boolean {
  const at = EXCHANGES.indexOf(exchange);
  const isFirst = FORMATS.indexOf(FORMATS[at] ?? '') === at;
  return isFirst || (at + index + DIALECTS.indexOf(dialect)) % DIALECTS.length === 0;
}

const HOLDER = { userId: 1, unlimited: true } as ApiKeyHolder;

interface Case {
  client: ClientCall;
  channel: RuntimeChannel;
  balance: number;
}

/**
 * Sends a case; returns what was sent, and whether the reservation covers its worst-case cost; undefined if
 * nothing was sent.
 */
async function send({ client: clientDialect, channel, balance }: Case) {
  const wallet = openOneAccount(balance);
  const client = clientDialect.withBoundTools(USES_MAX);
  let surcharges: RelayCall['surcharges'];
  let reserved: ReservedCall;
  try {
    const { kind, model } = client.request;
    const format = routeCall(channel, { kind, model, dialect: client.dialect })?.dialect;
    surcharges = planSurcharges(PRICE, client, {
      usesMax: USES_MAX,
      mayRunTools: () => true,
      otherFormats: () => (format && format !== client.dialect ? [format] : []),
    });
    const input = {
      context: { wallet, formatQuota: String },
      holder: HOLDER,
      price: PRICE,
      client,
      preConsumedQuota: 0,
    };
    reserved = await reserveCall({ ...input, surcharges });
  } catch (error) {
    if (error instanceof AppError && [400, 402].includes(error.status)) return undefined;
    throw error;
  }
  const { request: clientRequest } = client;
  const call = {
    ...reserved,
    client,
    clientRequest,
    kind: clientRequest.kind,
    holder: HOLDER,
    price: PRICE,
    surcharges,
    language: 'en',
    request: { headers: {} },
    callId: 'r',
    requestId: 'r',
  } as unknown as RelayCall;
  const built = await buildCoveredRequest({ wallet, formatQuota: String }, call, channel, 0);
  if ('fault' in built) return undefined;
  const sent = JSON.parse(Buffer.from(built.request.body ?? '').toString()) as Body;
  const target = { model: built.upstreamModel, channel };
  const completionTokens = greedyTokens(sent, clientRequest.kind, target);
  const added = channel.policy.overrides?.systemPrompt ?? '';
  const promptTokens = Buffer.byteLength(PROMPT + added) + (surcharges?.promptTokens ?? 0);
  const usage = { ...emptyUsage(), promptTokens, completionTokens };
  const extra = surcharges && settleSurcharges(surcharges, built.translation, GREEDY_USE);
  const charged = computeCharge(PRICE, usage, 1, extra?.surcharges);
  return { charged, reserved: call.reservation.amount, sent };
}

/** Returns the clients of a channel: chats in every dialect, or completions. */
function callersOf({ kind, request }: Exchange): readonly { dialect: Dialect; base: Body }[] {
  if (kind === 'completions')
    return [{ dialect: 'openai-chat', base: { prompt: ['one', 'two', 'three'] } }];
  return Object.entries(CHATS).map(([dialect, body]) => ({
    dialect: dialect as Dialect,
    base: { ...body, model: request.model },
  }));
}

/** One call of the matrix. */
interface Asked {
  members: Body;
  override: Body | undefined;
  stream: boolean;
}

/** Returns the calls of a client with additional members; undefined if the request is refused. */
function readWith(
  exchange: Exchange,
  { dialect, base }: { dialect: Dialect; base: Body },
  { members, stream }: Omit<Asked, 'override'>,
) {
  const { model } = exchange.request;
  const streams = dialect === 'gemini-generate' ? {} : { stream };
  const body = { model, ...streams, ...base, ...members };
  const kind = kindOf(exchange);
  const read = readCall({ dialect, kind, model, stream, bytes: Buffer.from(JSON.stringify(body)) });
  return read.ok ? read.call : undefined;
}

/** A balance that covers everything, and one that covers a short completion of a cheap model. */
const BALANCES = [1e12, 5000] as const;
/** Alternates between them where both per case would take too long. */
const balanceOf = (index: number): number => BALANCES[index % 2 === 0 ? 0 : 1];

describe.each(EXCHANGES)('a channel of $name', (exchange) => {
  it.each(callersOf(exchange))(
    'is sent nothing from a $dialect client without a reservation that covers it',
    async (caller) => {
      let sent = 0;
      const channels = new Map(
        OVERRIDES.map((each) => [each, openExchangeChannel(exchange, each)]),
      );
      const check = async ({ members, override, stream }: Asked, balance: number) => {
        const client = readWith(exchange, caller, { members, stream });
        if (!client) return;
        const channel = channels.get(override) as RuntimeChannel;
        const result = await send({ client, channel, balance });
        if (!result) return;
        sent += 1;
        if (result.charged > result.reserved)
          expect({ members, override, stream, balance, ...result }).toBe('covered');
      };
      const isMine = (index: number) =>
        kindOf(exchange) === 'completions' || isSent(exchange, caller.dialect, index);
      for (const [index, members] of MEMBERS.entries())
        if (isMine(index))
          // oxlint-disable-next-line no-await-in-loop -- one call after the other
          await check({ members, override: undefined, stream: index % 4 < 2 }, balanceOf(index));
      // Each pair has the other balance on the next channel, many of which speak the same dialect.
      for (const [index, members] of LIMITS.entries())
        if (isMine(index))
          // oxlint-disable-next-line no-await-in-loop -- one account after the other
          await check(
            { members, override: undefined, stream: true },
            balanceOf(index + EXCHANGES.indexOf(exchange)),
          );
      // Each override is combined with both balances, streamed and not.
      for (const [index, override] of OVERRIDES.entries())
        for (const [asked, members] of REQUESTS.entries())
          for (const stream of [false, true])
            // oxlint-disable-next-line no-await-in-loop -- one call after the other
            await check({ members, override, stream }, balanceOf(index + asked + Number(stream)));
      expect(sent).toBeGreaterThan(0);
    },
  );
});

it('covers every channel type that serves chats', () => {
  const tested = new Set(EXCHANGES.map(({ provider }) => provider));
  const chats = listProviders().filter(({ upstreamDialect }) => upstreamDialect !== null);
  const names = chats.map(({ name }) => name).filter((name) => !tested.has(name));
  expect(names).toEqual([]);
});
