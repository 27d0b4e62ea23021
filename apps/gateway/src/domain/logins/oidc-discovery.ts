import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Outbound } from '../../platform/outbound.ts';
import type { LoginProviderContext } from './login-provider-context.ts';
import { requestLoginProvider } from './request-login-provider.ts';

/** How long a discovery document is cached, in milliseconds. */
const DISCOVERY_MS = 3_600_000;
const KEYS_BYTES_MAX = 256 * 1024;

const address = z.url({ protocol: /^https?$/ });
/** OpenID Connect Discovery 1.0, section 3, as far as we need it. */
const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: address.optional(),
  end_session_endpoint: address.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  /** RFC 9207. */
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});

/** A provider as its discovery document describes it, with its keys. */
export interface OidcSite {
  metadata: z.output<typeof discoveryDocument>;
  keys: JWTVerifyGetKey;
}

interface Remembered {
  /** Shared by all callers while it is loading. */
  site: Promise<OidcSite>;
  readAtMs: number;
}

/** Google's, the current issuer of the options, and the previous one. */
const ISSUERS_MAX = 3;
const remembered = new WeakMap<LoginProviderContext, Map<string, Remembered>>();

/**
 * Discovers an issuer, at most once an hour, however many callers ask; keys are fetched when an unknown one
 * is needed. Throws AppError oauth_site_unreachable, or oauth_failed if the document is about another issuer.
 */
export function discoverOidc(
  context: LoginProviderContext,
  issuer: string,
  outbound: Outbound,
): Promise<OidcSite> {
  const sites = remembered.get(context) ?? new Map<string, Remembered>();
  remembered.set(context, sites);
  const cached = sites.get(issuer);
  const nowMs = context.clock.nowMs();
  if (cached && Math.abs(nowMs - cached.readAtMs) < DISCOVERY_MS) return cached.site;
  const site = readSite(context, issuer, outbound);
  sites.delete(issuer);
  sites.set(issuer, { site, readAtMs: nowMs });
  const [oldest = issuer] = sites.keys();
  if (sites.size > ISSUERS_MAX) sites.delete(oldest);
  site.catch(() => {
    if (sites.get(issuer)?.site === site) sites.delete(issuer);
  });
  return site;
}

async function readSite(
  context: LoginProviderContext,
  issuer: string,
  outbound: Outbound,
): Promise<OidcSite> {
  const body = await requestLoginProvider(outbound, {
    url: `${issuer}/.well-known/openid-configuration`,
    headers: { accept: 'application/json', 'user-agent': 'Tollgate' },
    timeoutMs: context.timeoutMs,
  });
  const metadata = discoveryDocument.safeParse(body);
  // Options drop a trailing slash, which is part of some issuers' names.
  if (!metadata.success || ![issuer, `${issuer}/`].includes(metadata.data.issuer))
    throw new AppError('oauth_failed', {}, { cause: metadata.error });
  const { createRemoteJWKSet, customFetch } = await import('jose');
  const keys = createRemoteJWKSet(new URL(metadata.data.jwks_uri), {
    timeoutDuration: context.timeoutMs,
    [customFetch]: fetchThrough(outbound, context.timeoutMs),
  });
  return { metadata: metadata.data, keys };
}

/** Fetches keys with our own client, which knows which addresses are allowed. */
function fetchThrough(outbound: Outbound, timeoutMs: number) {
  return async (url: string): Promise<Response> => {
    const { status, text } = await outbound({
      url,
      headers: { accept: 'application/json', 'user-agent': 'Tollgate' },
      timeoutMs,
      maxBytes: KEYS_BYTES_MAX,
    });
    return new Response(text, { status });
  };
}
