import {
  type BodyOverrides,
  type CallKind,
  type Dialect,
  findChatSurface,
  findStreamOptionsPolicy,
  type FoundSurface,
  OPENAI_CLIENT_HEADERS,
  type ProviderSpec,
  type StreamOptionsPolicy,
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
  /** The dialect that is spoken upstream. */
  readonly dialect: Dialect;
  readonly url: string;
  readonly streamUrl: string;
  /** Where the tokens of a request are counted; undefined where the upstream does not do that. */
  readonly countUrl: string | undefined;
  readonly upstreamModel: string;
  readonly policy: StreamOptionsPolicy;
  /** Names and values in turn, the credential among them. */
  readonly headers: readonly string[];
  /** What the channel puts into every body. */
  readonly overrides: BodyOverrides | undefined;
  /** Headers that the channel sets: the client's and ours of these names stay away. */
  readonly ownHeaders: ReadonlySet<string>;
  /** Headers of the client that go along where it speaks the same dialect, with what is sent else. */
  readonly clientHeaders: readonly (readonly [string, string | null])[];
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

function buildRoute(channel: RuntimeChannel, call: RoutedCall): ChannelRoute | undefined {
  const { provider, baseUrl, other, policy } = channel;
  const surface = provider && findSurface(provider, channel, call);
  if (!provider || !surface) return undefined;
  const upstreamModel = channel.modelMapping.get(call.model) ?? call.model;
  const target = { model: upstreamModel, other };
  const url = surface.url(baseUrl, target);
  return {
    dialect: surface.dialect,
    upstreamModel,
    url,
    streamUrl: surface.streamUrl?.(baseUrl, target) ?? url,
    countUrl: surface.countUrl?.(baseUrl, target),
    policy: findStreamOptionsPolicy(provider, channel),
    headers: Object.entries({
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      ...surface.auth(channel.key, channel),
      ...policy.headers,
    }).flat(),
    overrides: policy.overrides,
    ownHeaders: new Set(Object.keys(policy.headers)),
    clientHeaders: Object.entries(surface.clientHeaders ?? {}),
  };
}

/** Chats go in any dialect that the channel has; all else is OpenAI's. */
function findSurface(
  provider: ProviderSpec,
  { key, policy }: RuntimeChannel,
  { kind, dialect }: RoutedCall,
): FoundSurface | undefined {
  if (kind === 'chat')
    return findChatSurface(provider, { key, client: dialect, named: policy.dialect });
  const url = provider.endpoints[kind];
  if (!url || provider.speaksWithKey?.(key) === false) return undefined;
  return { dialect: 'openai-chat', url, auth: provider.auth, clientHeaders: OPENAI_CLIENT_HEADERS };
}
