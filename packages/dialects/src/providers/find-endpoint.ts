import type { Dialect, UpstreamFormat, WireFormat } from '../ir/dialect.ts';
import type { CallKind } from '../ir/call-kind.ts';
import type { ChatEndpoint, ProviderSpec, AuxiliaryEndpoint } from './provider-spec.ts';

/** An endpoint and its dialect. */
export interface ResolvedEndpoint extends ChatEndpoint {
  readonly dialect: WireFormat;
}

export interface EndpointCriteria {
  /** The credential: keys in some formats are only served by the provider's transport. */
  readonly key: string;
  /** The client's dialect, which is preferred if the provider supports it: nothing is lost then. */
  readonly client: Dialect;
  /** The format selected in the channel's settings; takes precedence over everything else. */
  readonly named: UpstreamFormat | undefined;
}

/** Finds the chat endpoint of a channel type and its dialect; undefined if it can't serve chats. */
export function findChatEndpoint(
  provider: ProviderSpec,
  { key, client, named }: EndpointCriteria,
): ResolvedEndpoint | undefined {
  if (provider.speaksWithKey && !provider.speaksWithKey(key)) return undefined;
  if (named) return endpointOf(provider, named);
  const same = endpointOf(provider, client);
  if (same && !same.onlyWhenNamed) return same;
  return provider.upstreamDialect ? endpointOf(provider, provider.upstreamDialect) : undefined;
}

function endpointOf(provider: ProviderSpec, dialect: UpstreamFormat): ResolvedEndpoint | undefined {
  if (dialect !== 'openai-chat') {
    const endpoint = provider.chatEndpoints?.[dialect];
    return endpoint && { ...endpoint, dialect };
  }
  const url = provider.endpoints.chat;
  return url && { url, auth: provider.auth, clientHeaders: OPENAI_CLIENT_HEADERS, dialect };
}

/** Headers of OpenAI clients that OpenAI uses. */
export const OPENAI_CLIENT_HEADERS = { 'openai-beta': null, 'idempotency-key': null } as const;

/** Finds the endpoint of a call other than chat; undefined if the provider has none. */
export function findAuxiliaryEndpoint(
  provider: ProviderSpec,
  kind: Exclude<CallKind, 'chat'>,
): ResolvedEndpoint | undefined {
  const forms: Partial<Record<CallKind, AuxiliaryEndpoint>> | undefined =
    provider.auxiliaryEndpoints;
  const auxiliary = forms?.[kind];
  if (auxiliary)
    return { dialect: auxiliary.format, url: auxiliary.url, auth: auxiliary.auth ?? provider.auth };
  const url = provider.endpoints[kind];
  return (
    url && {
      dialect: 'openai-chat',
      url,
      auth: provider.auth,
      clientHeaders: OPENAI_CLIENT_HEADERS,
    }
  );
}
