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

/** What `exchange.json` of a provider's case holds; see the cases for examples. */
export interface Exchange {
  /** What its vendor does unlike others. */
  readonly about: string;
  readonly channel: ExchangeChannel;
  readonly kind?: ExchangeKind;
  /** The body of a client of OpenAI's dialect that does not stream. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly upstream: {
    readonly url: string;
    readonly streamUrl?: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Where a streamed call is signed otherwise. */
    readonly streamHeaders?: Readonly<Record<string, string>>;
    readonly body: Readonly<Record<string, unknown>>;
    /** Members that the body of a streamed call has besides. */
    readonly streamed?: Readonly<Record<string, unknown>>;
  };
  /** The vendor's response. */
  readonly response: unknown;
  /** What the client receives for it, where that is not the same. */
  readonly received?: unknown;
  /** An error as a client of any dialect sees it. */
  readonly reads?: ReadTexts;
  /** Where a stream reports more. */
  readonly readsStreamed?: ReadTexts;
  /** Tokens of a stream as they are estimated, where not all of its texts are the model's. */
  readonly estimate?: number;
  /** Null where there is none, or what the vendor reports is made up. */
  readonly usage: Partial<Usage> | null;
  readonly refusals: Readonly<Record<string, Refusal>>;
  /** How a stream ends that its vendor cuts short: the last event, and what is understood of it. */
  readonly broken?: { readonly event: string; readonly fault: Partial<UpstreamFault> };
}

/** What is requested, if not a chat. */
type ExchangeKind = 'completions' | 'embeddings' | 'ocr' | 'rerank';

export interface ExchangeChannel {
  /** The credential; an object is the text of a file. */
  readonly key: string | object;
  readonly base_url?: string;
  readonly other?: string;
  readonly openai_organization?: string;
  readonly setting?: { readonly dialect: UpstreamFormat };
}

export interface ReadTexts {
  readonly text: string;
  readonly thinking?: string;
  /** Addresses that the text was made from. */
  readonly sources?: readonly string[];
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
}

/** How a vendor says no, and what is understood of it. */
export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is. */
  readonly body: unknown;
  readonly fault: Partial<UpstreamFault>;
}

/** The credential as a channel stores it. */
export function keyOf({ key }: ExchangeChannel): string {
  return typeof key === 'string' ? key : JSON.stringify(key);
}

/** Where the call of an exchange goes, and how. Throws where the provider takes no such calls. */
export function routeExchange(provider: ProviderSpec, exchange: Exchange): UpstreamTransport {
  const { channel, kind = 'chat' } = exchange;
  const key = keyOf(channel);
  const target = targetOf(provider, exchange);
  const { base_url: own = '', setting, openai_organization: openaiOrganization = '' } = channel;
  const hosted = provider.transport?.({
    ...target,
    kind,
    client: 'openai-chat',
    key,
    baseUrl: own,
  });
  if (hosted) return hosted;
  const found =
    kind === 'chat'
      ? findChatEndpoint(provider, { key, client: 'openai-chat', named: setting?.dialect })
      : findAuxiliaryEndpoint(provider, kind);
  if (!found) throw new Error(`${provider.name} takes no such calls`);
  const { dialect: format, url, streamUrl, auth, clientHeaders = {} } = found;
  const base = own || provider.defaultBaseUrl;
  const headers = { ...clientHeaders, ...auth(key, { other: target.other, openaiOrganization }) };
  return {
    format,
    url: url(base, target),
    ...(streamUrl ? { streamUrl: streamUrl(base, target) } : {}),
    headers: withoutNulls(headers),
  };
}

/** Headers that are sent though the client sent none. */
function withoutNulls(headers: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** The call of an exchange on its way upstream; that of another dialect's client says the same. */
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
  const { base_url: own = '' } = channel;
  const policy = findStreamOptionsPolicy(provider, {
    baseUrl: own || provider.defaultBaseUrl,
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

/** Messages that both dialects write alike. */
function textsOf(messages: unknown): unknown {
  return JSON.stringify(messages).includes('image_url')
    ? [{ role: 'user', content: 'x' }]
    : messages;
}
