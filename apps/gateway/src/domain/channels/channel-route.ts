import {
  type BodyOverrides,
  type BodyRules,
  type CallKind,
  type Dialect,
  findChatEndpoint,
  findModelRules,
  findAuxiliaryEndpoint,
  findStreamOptionsPolicy,
  type ResolvedEndpoint,
  type UpstreamTransport,
  isChatFormat,
  type ModelRuleSet,
  type ProviderSpec,
  type StreamOptionsPolicy,
  type UrlTarget,
  type WireFormat,
  isOpenAiReasoner,
  OLD_LIMIT,
} from '@tollgate/dialects';
import type { RuntimeChannel } from './channel-catalog.ts';

/** What decides where a call goes on a channel. */
export interface RoutedCall {
  readonly kind: CallKind;
  /** The client's name of the model. */
  readonly model: string;
  /** The client's dialect. */
  readonly dialect: Dialect;
}

/** What all calls of a kind, model and dialect on a channel have in common. */
export interface ChannelRoute {
  /** What is spoken upstream. */
  readonly dialect: WireFormat;
  readonly url: string;
  readonly streamUrl: string;
  /** Where the tokens of a request are counted; undefined where the upstream does not do that. */
  readonly countUrl: string | undefined;
  /** Where a conversation is made shorter; undefined where the model is asked to. */
  readonly compactUrl: string | undefined;
  readonly upstreamModel: string;
  readonly policy: StreamOptionsPolicy;
  /** The upstream's usage is made up and must not be charged. */
  readonly ignoresUsage: boolean;
  /** Names and values in turn, the credential among them. */
  readonly headers: readonly string[];
  /** What the provider takes differently from OpenAI. */
  readonly rules: BodyRules | undefined;
  /** The same for bodies with max_completion_tokens. */
  readonly newLimitRules: BodyRules | undefined;
  /** What the model refuses and is repaired; undefined where nothing is known, or the channel wants its bodies as they are. */
  readonly modelRules: ModelRuleSet | undefined;
  /** What the channel puts into every body. */
  readonly overrides: BodyOverrides | undefined;
  /** Headers that the channel sets: the client's and ours of these names stay away. */
  readonly ownHeaders: ReadonlySet<string>;
  /** Headers of the client that go along where it speaks the same dialect, with what is sent else. */
  readonly clientHeaders: readonly (readonly [string, string | null])[];
  /** What is done to each call besides; undefined for most channels. */
  readonly host: RouteTransport | undefined;
}

/** What a provider's host wants of each call. */
export interface RouteTransport extends Pick<
  UpstreamTransport,
  'credential' | 'wrapBody' | 'wrapCount' | 'framing' | 'socket' | 'job' | 'remoteSources'
> {
  /** Whose token it is, where calls carry one. */
  readonly tokenOwner: string;
}

/** Remembered with the channel: a changed channel is a new object, so nothing here can grow stale. */
const routes = new WeakMap<RuntimeChannel, Map<string, ChannelRoute | undefined>>();
const ROUTES_MAX = 1000;

/** Where a call goes on a channel; undefined when the channel can't take such calls. */
export function routeCall(channel: RuntimeChannel, call: RoutedCall): ChannelRoute | undefined {
  let known = routes.get(channel);
  if (!known) routes.set(channel, (known = new Map<string, ChannelRoute | undefined>()));
  const key = `${call.kind} ${call.dialect} ${call.model}`;
  const found = known.get(key);
  if (found || known.has(key)) return found;
  if (known.size >= ROUTES_MAX) known.clear();
  const route = buildRoute(channel, call);
  known.set(key, route);
  return route;
}

/**
 * Where a chat goes that keeps its thinking only in responses; undefined where the channel is told
 * what to speak, or is at an address of which nobody knows whether it has them.
 */
export function routeByResponses(
  channel: RuntimeChannel,
  call: RoutedCall,
): ChannelRoute | undefined {
  const { provider, baseUrl, policy } = channel;
  if (policy.dialect || !provider?.chatEndpoints?.[RESPONSES]) return undefined;
  if (baseUrl !== provider.defaultBaseUrl) return undefined;
  const route = routeCall(channel, { ...call, dialect: RESPONSES });
  return route?.dialect === RESPONSES ? route : undefined;
}

const RESPONSES = 'openai-responses';

function buildRoute(channel: RuntimeChannel, call: RoutedCall): ChannelRoute | undefined {
  const { provider, policy, baseUrl, other } = channel;
  if (!provider) return undefined;
  const upstreamModel = channel.modelMapping.get(call.model) ?? call.model;
  const target = { model: upstreamModel, other };
  const transport = findTransport(provider, channel, { ...call, model: upstreamModel });
  const place = transport ?? findPlace(provider, channel, call, target);
  if (!place) return undefined;
  return {
    dialect: place.format,
    upstreamModel,
    url: place.url,
    streamUrl: place.streamUrl ?? place.url,
    countUrl: place.countUrl,
    compactUrl: place.compactUrl,
    policy: findStreamOptionsPolicy(provider, channel),
    ignoresUsage: provider.reportsNoUsage === true,
    rules: provider.bodyRules,
    newLimitRules: newLimitRulesOf(provider, baseUrl, upstreamModel),
    headers: Object.entries({
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      ...place.headers,
      ...policy.headers,
    }).flat(),
    modelRules: policy.modelRules
      ? findModelRules(place.format, upstreamModel, provider.name)
      : undefined,
    overrides: overridesOf(policy.overrides, provider.bodyMembers?.(target)),
    ownHeaders: new Set(Object.keys(policy.headers)),
    clientHeaders: Object.entries(place.clientHeaders ?? {}),
    host:
      transport || place.remoteSources
        ? { ...place, tokenOwner: `${channel.type} ${baseUrl} ${channel.keyFingerprint}` }
        : undefined,
  };
}

function findTransport(
  provider: ProviderSpec,
  { key, baseUrl, other, policy }: RuntimeChannel,
  { kind, model, dialect }: RoutedCall,
): UpstreamTransport | undefined {
  const own = baseUrl === provider.defaultBaseUrl ? '' : baseUrl;
  const { dialect: named } = policy;
  return provider.transport?.({ kind, model, client: dialect, named, key, baseUrl: own, other });
}

/** What the channel puts into every body, before what its type does. */
/** OpenAI itself knows the new limit, and its models that reason refuse the old one, wherever they are. */
function newLimitRulesOf(
  { bodyRules, renamesNewLimit, defaultBaseUrl }: ProviderSpec,
  baseUrl: string,
  upstreamModel: string,
): BodyRules | undefined {
  const isUnknown = renamesNewLimit && baseUrl !== defaultBaseUrl;
  return isUnknown && !isOpenAiReasoner(upstreamModel) ? OLD_LIMIT : bodyRules;
}

function overridesOf(
  overrides: BodyOverrides | undefined,
  members: Readonly<Record<string, unknown>> | undefined,
): BodyOverrides | undefined {
  return members ? { ...overrides, members: { ...members, ...overrides?.members } } : overrides;
}

/** Where a call goes at a provider that is the same for all keys and models. */
function findPlace(
  provider: ProviderSpec,
  channel: RuntimeChannel,
  call: RoutedCall,
  target: UrlTarget,
): UpstreamTransport | undefined {
  const endpoint = findEndpoint(provider, channel, call);
  if (!endpoint) return undefined;
  const { baseUrl, key } = channel;
  const { dialect: format, url, streamUrl, countUrl, compactUrl, auth, clientHeaders } = endpoint;
  const remoteSources =
    call.kind === 'chat' && isChatFormat(format) ? provider.remoteSources?.[format] : undefined;
  return {
    format,
    url: url(baseUrl, target),
    headers: auth(key, channel),
    ...(streamUrl ? { streamUrl: streamUrl(baseUrl, target) } : {}),
    ...(countUrl ? { countUrl: countUrl(baseUrl, target) } : {}),
    ...(compactUrl ? { compactUrl: compactUrl(baseUrl, target) } : {}),
    ...(clientHeaders ? { clientHeaders } : {}),
    ...(remoteSources ? { remoteSources } : {}),
  };
}

/** Chats go in any dialect that the channel has; all else in OpenAI's form or the provider's own. */
function findEndpoint(
  provider: ProviderSpec,
  { key, policy }: RuntimeChannel,
  { kind, dialect }: RoutedCall,
): ResolvedEndpoint | undefined {
  if (kind === 'chat')
    return findChatEndpoint(provider, { key, client: dialect, named: policy.dialect });
  if (provider.speaksWithKey?.(key) === false) return undefined;
  return findAuxiliaryEndpoint(provider, kind);
}
