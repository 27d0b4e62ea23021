import type { UpstreamFault } from '../faults/upstream-fault.ts';
import type { Dialect, UpstreamFormat } from '../ir/dialect.ts';
import { encodeText } from '../json/encode-text.ts';
import type { Usage } from '../ir/usage.ts';
import { findModelRules } from '../model-rules/find-model-rules.ts';
import { findChatEndpoint, findAuxiliaryEndpoint } from '../providers/find-endpoint.ts';
import type { UpstreamTransport } from '../providers/upstream-transport.ts';
import { findStreamOptionsPolicy } from '../providers/index.ts';
import type { ProviderSpec } from '../providers/provider-spec.ts';
import { readCall } from '../translate/client-call.ts';
import { openTranslation } from '../translate/open-translation.ts';
import type { Translation } from '../translate/translation.ts';

/** Contents of a case's `exchange.json`; see the cases for examples. */
export interface Exchange {
  /** How this vendor deviates from others. */
  readonly about: string;
  readonly channel: ExchangeChannel;
  readonly kind?: ExchangeKind;
  /** The body of a non-streaming client of OpenAI's dialect. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly upstream: {
    readonly url: string;
    readonly streamUrl?: string;
    readonly headers: Readonly<Record<string, string>>;
    /** If a streamed call is signed differently. */
    readonly streamHeaders?: Readonly<Record<string, string>>;
    readonly body: Readonly<Record<string, unknown>>;
    /** Additional members of a streamed call's body. */
    readonly streamed?: Readonly<Record<string, unknown>>;
  };
  /** The vendor's response. */
  readonly response: unknown;
  /** What the client receives, if different. */
  readonly received?: unknown;
  /** The response as read by a client of any dialect. */
  readonly reads?: ReadTexts;
  /** If a stream reports more. */
  readonly readsStreamed?: ReadTexts;
  /** Estimated tokens of a stream, if not all of its texts are the model's. */
  readonly estimate?: number;
  /** Null if there is none, or the vendor's report is made up. */
  readonly usage: Partial<Usage> | null;
  readonly refusals: Readonly<Record<string, Refusal>>;
  /** How a stream cut off by its vendor ends: the last event, and the fault read from it. */
  readonly broken?: { readonly event: string; readonly fault: Partial<UpstreamFault> };
}

/** The requested call, if not a chat. */
type ExchangeKind = 'completions' | 'embeddings' | 'ocr' | 'rerank';

export interface ExchangeChannel {
  /** The credential; an object is serialized as a file's text. */
  readonly key: string | object;
  readonly base_url?: string;
  readonly other?: string;
  readonly openai_organization?: string;
  readonly setting?: { readonly dialect: UpstreamFormat };
}

export interface ReadTexts {
  readonly text: string;
  readonly thinking?: string;
  /** URLs that the text is based on. */
  readonly sources?: readonly string[];
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
}

/** A vendor's refusal, and the fault read from it. */
export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is. */
  readonly body: unknown;
  readonly fault: Partial<UpstreamFault>;
}

/** The credential as a channel stores it. */
export function keyOf({ key }: ExchangeChannel): string {
  return typeof key === 'string' ? key : JSON.stringify(key);
}

/** Returns where and how an exchange's call is made. Throws if the provider does not support such calls. */
export function routeExchange(provider: ProviderSpec, exchange: Exchange): UpstreamTransport {
  const { channel, kind = 'chat' } = exchange;
  const key = keyOf(channel);
  const target = targetOf(provider, exchange);
  const { base_url: baseUrl = '', setting, openai_organization: openaiOrganization = '' } = channel;
  const hosted = provider.transport?.({
    ...target,
    kind,
    client: 'openai-chat',
    key,
    baseUrl,
  });
  if (hosted) return hosted;
  const endpoint =
    kind === 'chat'
      ? findChatEndpoint(provider, { key, client: 'openai-chat', named: setting?.dialect })
      : findAuxiliaryEndpoint(provider, kind);
  if (!endpoint) throw new Error(`${provider.name} takes no such calls`);
  const { dialect: format, url, streamUrl, auth, clientHeaders = {} } = endpoint;
  const base = baseUrl || provider.defaultBaseUrl;
  const headers = { ...clientHeaders, ...auth(key, { other: target.other, openaiOrganization }) };
  return {
    format,
    url: url(base, target),
    ...(streamUrl ? { streamUrl: streamUrl(base, target) } : {}),
    headers: withoutNulls(headers),
  };
}

/** Drops headers that are only forwarded from the client. */
function withoutNulls(headers: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** Translates an exchange's call; the call of another dialect's client is equivalent. */
export function translateExchange(
  provider: ProviderSpec,
  exchange: Exchange,
  {
    stream,
    from = 'openai-chat',
  }: { stream: boolean; from?: 'openai-chat' | 'anthropic-messages' },
): Translation {
  const { kind = 'chat', request, channel } = exchange;
  const target = targetOf(provider, exchange);
  const { base_url: baseUrl = '' } = channel;
  const policy = findStreamOptionsPolicy(provider, {
    baseUrl: baseUrl || provider.defaultBaseUrl,
    other: target.other,
  });
  const members = provider.bodyMembers?.(target);
  const to = routeExchange(provider, exchange).format;
  const opened = openTranslation({
    call: readClient(request, { stream, from, kind }),
    to,
    upstreamModel: target.model,
    callerId: 7,
    id: 'req1',
    createdSeconds: 1_763_700_000,
    injectUsage: policy === 'inject',
    removeStreamOptions: policy === 'remove',
    ignoreUsage: provider.reportsNoUsage === true,
    rules: provider.bodyRules,
    modelRules: findModelRules(to, target.model, provider.name),
    overrides: members && { members },
  });
  if (!opened.ok) throw new Error(opened.fault.message);
  return opened.translation;
}

function targetOf(provider: ProviderSpec, { request, channel }: Exchange) {
  return { model: String(request['model']), other: channel.other ?? provider.otherDefault ?? '' };
}

interface Client {
  readonly stream: boolean;
  readonly from: Dialect;
  readonly kind: 'chat' | ExchangeKind;
}

function readClient(request: Exchange['request'], { stream, from, kind }: Client) {
  const { model, messages } = request;
  const streams = stream ? { stream } : {};
  const body =
    from === 'openai-chat'
      ? { ...request, ...streams }
      : { model, max_tokens: 100, messages: textsOf(messages), ...streams };
  const bytes = encodeText(JSON.stringify(body));
  const read = readCall({ dialect: from, bytes, model: String(model), stream, kind });
  if (!read.ok) throw new Error(read.fault.message);
  return read.call;
}

/** Converts messages to a form that both dialects share. */
function textsOf(messages: unknown): unknown {
  return JSON.stringify(messages).includes('image_url')
    ? [{ role: 'user', content: 'x' }]
    : messages;
}
