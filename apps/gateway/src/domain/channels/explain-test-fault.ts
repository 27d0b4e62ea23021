import type { TestCause } from '@tollgate/contract';
import type { UpstreamFault } from '@tollgate/dialects';
import { AddressNotAllowed } from '../../platform/ssrf-guard.ts';

type Code = TestCause['code'];

const BY_ERRNO: Record<string, Code> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  UND_ERR_SOCKET: 'connection_lost',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
};
const TLS = /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO)/;

/** Determines from a thrown error why no response arrived. */
export function causeOfError(error: unknown): Code {
  if (error instanceof AddressNotAllowed) return 'address_not_allowed';
  if (error instanceof SyntaxError) return 'not_json';
  for (const innerError of errorsIn(error)) {
    if (innerError.name === 'TimeoutError') return 'timeout';
    const { code = '' } = innerError as { code?: string };
    if (TLS.test(code)) return 'tls';
    const errnoCause = BY_ERRNO[code];
    if (errnoCause) return errnoCause;
  }
  return 'unreachable';
}

/** Returns an error with its causes; attempts at several addresses of a host fail together. */
function errorsIn(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const { cause, errors = [] } = error as { cause?: unknown; errors?: unknown[] };
  return [error, ...[...errors, cause].flatMap((inner) => errorsIn(inner, depth + 1))];
}

const ABOUT_MODEL = /model/i;
/** What the key's account lacks is money, not a permission ("insufficient scopes"). */
const NO_MONEY =
  /(?:insufficient|not enough).{0,20}(?:balance|quota|credit|funds)|billing|余额|欠费|额度不足/i;
/** Google does not serve the gateway's location. */
const LOCATION = /user location is not supported|unsupported_country_region_territory/i;
/** Azure serves deployments, which seldom have the name of their model. */
const DEPLOYMENT = /DeploymentNotFound|API deployment for this resource does not exist/i;
/** Bedrock serves a model in this region by an inference profile only. */
const PROFILE = /on-demand throughput/i;

/** Determines why a response failed, from its status and the classification of its fault. */
export function causeOfFault(
  status: number,
  { kind, code, excerpt, bannable }: Pick<UpstreamFault, 'kind' | 'code' | 'excerpt' | 'bannable'>,
): Code {
  const errorText = `${code ?? ''} ${excerpt}`;
  if (status < 300) return 'not_json';
  if (LOCATION.test(errorText)) return 'unsupported_location';
  if (DEPLOYMENT.test(errorText)) return 'unknown_deployment';
  if (PROFILE.test(errorText)) return 'needs_profile';
  if (kind === 'quota' || status === 402) return 'no_money';
  if (status === 429) return 'rate_limited';
  if (status < 500 && NO_MONEY.test(errorText)) return 'no_money';
  // Some report a wrong key with 400.
  if (status === 401 || (kind === 'auth' && bannable)) return 'key_rejected';
  if (status === 403) return 'not_permitted';
  if (status === 404) return ABOUT_MODEL.test(errorText) ? 'unknown_model' : 'unknown_path';
  if (kind === 'not-found') return 'unknown_model';
  return status >= 500 ? 'upstream_error' : 'request_refused';
}
