import type { Dialect, UpstreamFormat, WireFormat } from '../ir/dialect.ts';
import type { CallKind } from '../ir/call-kind.ts';
import type { ChatEndpoint, ProviderSpec, AuxiliaryEndpoint } from './provider-spec.ts';

/** An endpoint and the dialect that is spoken on it. */
export interface ResolvedEndpoint extends ChatEndpoint {
  readonly dialect: WireFormat;
}

export interface EndpointCriteria {
  /** The credential: some forms need a dialect that is not there yet. */
  readonly key: string;
  /** The dialect of the client, which is taken where the provider has it: nothing is lost then. */
  readonly client: Dialect;
  /** The form that the channel's settings name; wins over everything else. */
  readonly named: UpstreamFormat | undefined;
}

/** Where a chat goes on a channel of a type, and in which dialect; undefined when it can't take chats. */
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

/** Headers of OpenAI clients that mean something to OpenAI. */
export const OPENAI_CLIENT_HEADERS = { 'openai-beta': null, 'idempotency-key': null } as const;

/** Where a call beside chat goes; undefined when the provider has no such calls. */
export function findAuxiliaryEndpoint(
  provider: ProviderSpec,
  kind: Exclude<CallKind, 'chat'>,
): ResolvedEndpoint | undefined {
  const forms: Partial<Record<CallKind, AuxiliaryEndpoint>> | undefined =
    provider.auxiliaryEndpoints;
  const own = forms?.[kind];
  if (own) return { dialect: own.format, url: own.url, auth: own.auth ?? provider.auth };
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
