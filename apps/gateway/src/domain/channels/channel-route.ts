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
  readModelSuffix,
  OLD_LIMIT,
} from '@tollgate/dialects';
import { copyText } from '../../platform/copy-text.ts';
import type { RuntimeChannel } from './channel-catalog.ts';

/** The facts that determine where a channel sends a call. */
export interface RoutedCall {
  readonly kind: CallKind;
  /** The model name that the client used. */
  readonly model: string;
  /** The client's dialect. */
  readonly dialect: Dialect;
}

/** What all calls of one kind, model and dialect on a channel have in common. */
export interface ChannelRoute {
  /** The upstream's wire format. */
  readonly dialect: WireFormat;
  readonly url: string;
  readonly streamUrl: string;
  /** URL for counting the tokens of a request; undefined if the upstream can't. */
  readonly countUrl: string | undefined;
  /** URL for compacting a conversation; undefined if the model is asked to do it. */
  readonly compactUrl: string | undefined;
  readonly upstreamModel: string;
  readonly policy: StreamOptionsPolicy;
  /** Whether the upstream's usage is invented and must not be charged. */
  readonly ignoresUsage: boolean;
  /** Alternating names and values, including the credential. */
  readonly headers: readonly string[];
  /** How the provider's body differs from OpenAI's. */
  readonly rules: BodyRules | undefined;
  /** The same for bodies with max_completion_tokens. */
  readonly newLimitRules: BodyRules | undefined;
  /**
   * What the model refuses and the relay repairs; undefined if nothing is known, or if the channel's bodies
   * must stay unchanged.
   */
  readonly modelRules: ModelRuleSet | undefined;
  /** What the channel sets in every body. */
  readonly overrides: BodyOverrides | undefined;
  /** Body members that the model's name stands for. */
  readonly namedMembers: Readonly<Record<string, unknown>> | undefined;
  /** Headers that the channel sets; headers of the same names from the client and the gateway are dropped. */
  readonly ownHeaders: ReadonlySet<string>;
  /** Client headers that are forwarded to an upstream of the same dialect, with their defaults. */
  readonly clientHeaders: readonly (readonly [string, string | null])[];
  /** How each call is wrapped or authorized; undefined for most channels. */
  readonly host: RouteTransport | undefined;
}

/** What a provider's host requires of each call. */
export interface RouteTransport extends Pick<
  UpstreamTransport,
  'credential' | 'wrapBody' | 'wrapCount' | 'framing' | 'socket' | 'job' | 'remoteSources'
> {
  /** The owner of the access token, for hosts that require one. */
  readonly tokenOwner: string;
}

/** A cached route of a channel's model, and the calls it is for. */
interface KnownRoute {
  kind: CallKind;
  dialect: Dialect;
  route: ChannelRoute | undefined;
}

/** Cached by channel object and model: a changed channel is a new object, so nothing here can go stale. */
const routes = new WeakMap<RuntimeChannel, Map<string, KnownRoute[]>>();
const MODELS_MAX = 1000;

/**
 * Returns the route of a call on a channel; undefined if the channel can't take such calls. Called several
 * times per call, so it builds no cache key: a model has few kinds and dialects.
 */
export function routeCall(channel: RuntimeChannel, call: RoutedCall): ChannelRoute | undefined {
  let models = routes.get(channel);
  if (!models) routes.set(channel, (models = new Map<string, KnownRoute[]>()));
  let cachedRoutes = models.get(call.model);
  if (!cachedRoutes) {
    if (models.size >= MODELS_MAX) models.clear();
    // In Gemini's dialect it is a part of the request's head.
    models.set(copyText(call.model), (cachedRoutes = []));
  }
  const { kind, dialect } = call;
  for (const cachedRoute of cachedRoutes)
    if (cachedRoute.kind === kind && cachedRoute.dialect === dialect) return cachedRoute.route;
  const route = buildRoute(channel, call);
  cachedRoutes.push({ kind, dialect, route });
  return route;
}

/**
 * Returns the responses route for a chat whose reasoning is kept only there; undefined if the channel's
 * dialect is fixed, or if its address may not offer responses.
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
  const name = channel.modelMapping.get(call.model) ?? call.model;
  const locationOfName = findLocation(provider, channel, { call, target: { model: name, other } });
  const suffixed =
    locationOfName && policy.modelSuffixes && call.kind === 'chat'
      ? readModelSuffix(name, locationOfName.location.format)
      : undefined;
  const upstreamModel = suffixed?.model ?? name;
  const target = { model: upstreamModel, other };
  const located = suffixed ? findLocation(provider, channel, { call, target }) : locationOfName;
  if (!located) return undefined;
  const { location, isTransport } = located;
  return {
    dialect: location.format,
    upstreamModel,
    url: location.url,
    streamUrl: location.streamUrl ?? location.url,
    countUrl: location.countUrl,
    compactUrl: location.compactUrl,
    policy: findStreamOptionsPolicy(provider, channel),
    ignoresUsage: provider.reportsNoUsage === true,
    rules: provider.bodyRules,
    newLimitRules: newLimitRulesOf(provider, baseUrl, upstreamModel),
    headers: Object.entries({
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      ...location.headers,
      ...policy.headers,
    }).flat(),
    modelRules: policy.modelRules
      ? findModelRules(location.format, upstreamModel, provider.name)
      : undefined,
    namedMembers: suffixed?.members,
    overrides: overridesOf(policy.overrides, provider.bodyMembers?.(target)),
    ownHeaders: new Set(Object.keys(policy.headers)),
    clientHeaders: Object.entries(location.clientHeaders ?? {}),
    host:
      isTransport || location.remoteSources
        ? { ...location, tokenOwner: `${channel.type} ${baseUrl} ${channel.keyFingerprint}` }
        : undefined,
  };
}

/** Finds where a model's call goes, and whether the provider's own transport determines that. */
function findLocation(
  provider: ProviderSpec,
  channel: RuntimeChannel,
  { call, target }: { call: RoutedCall; target: UrlTarget },
): { location: UpstreamTransport; isTransport: boolean } | undefined {
  const transport = findTransport(provider, channel, { ...call, model: target.model });
  const location = transport ?? transportOfEndpoint(provider, channel, call, target);
  return location && { location, isTransport: transport !== undefined };
}

function findTransport(
  provider: ProviderSpec,
  { key, baseUrl, other, policy }: RuntimeChannel,
  { kind, model, dialect }: RoutedCall,
): UpstreamTransport | undefined {
  const customBaseUrl = baseUrl === provider.defaultBaseUrl ? '' : baseUrl;
  const { dialect: configuredDialect } = policy;
  return provider.transport?.({
    kind,
    model,
    client: dialect,
    named: configuredDialect,
    key,
    baseUrl: customBaseUrl,
    other,
  });
}

/**
 * Returns the rules for bodies with max_completion_tokens. OpenAI itself accepts it, and its reasoning models
 * refuse max_tokens wherever they run.
 */
function newLimitRulesOf(
  { bodyRules, mayLackMaxCompletionTokens, defaultBaseUrl }: ProviderSpec,
  baseUrl: string,
  upstreamModel: string,
): BodyRules | undefined {
  const isUnknown = mayLackMaxCompletionTokens && baseUrl !== defaultBaseUrl;
  return isUnknown && !isOpenAiReasoner(upstreamModel) ? OLD_LIMIT : bodyRules;
}

/** Combines the members that the model's name stands for with the channel's overrides, which win. */
function overridesOf(
  overrides: BodyOverrides | undefined,
  members: Readonly<Record<string, unknown>> | undefined,
): BodyOverrides | undefined {
  return members ? { ...overrides, members: { ...members, ...overrides?.members } } : overrides;
}

/** Returns the transport for a provider that uses the same address for all keys and models. */
function transportOfEndpoint(
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

/**
 * Finds the endpoint: for chats in any dialect that the channel speaks, for everything else in OpenAI's or
 * the provider's own format.
 */
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
