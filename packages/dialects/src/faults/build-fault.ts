import { classifyError } from './classify-error.ts';
import type { FaultClass } from './fault-class.ts';
import { maskSecrets } from './mask-secrets.ts';
import type { ErrorObject } from './error-object.ts';
import { refusesHistory } from './refused-history.ts';
import type { UpstreamFault, UpstreamFaultKind } from './upstream-fault.ts';

const MESSAGE_LENGTH_MAX = 1_000;

/** Status for a fault for which the upstream gave none. */
const FITTING_STATUS: Readonly<Record<UpstreamFaultKind, number>> = {
  auth: 401,
  quota: 402,
  'rate-limit': 429,
  overload: 503,
  timeout: 504,
  network: 502,
  'invalid-request': 400,
  'not-found': 404,
  'content-filter': 400,
  server: 500,
  'bad-response': 502,
};

/** Replaces the upstream's message, which would reveal our own account. */
const OWN_ACCOUNT_MESSAGES: Partial<Record<UpstreamFaultKind, string>> = {
  auth: 'The upstream refused the credentials of this gateway.',
  quota: 'The upstream account of this gateway has no funds left.',
};

/**
 * Builds the fault for a response with `status` (below 400: an error inside a success) whose error
 * object is `error`, if it had one.
 */
export function buildFault(
  status: number,
  error: ErrorObject | undefined,
  retryAfterMs?: number,
): UpstreamFault {
  const inside = status < 400 || status > 599;
  const effectiveStatus = inside ? statedStatus(error) : status;
  const isHistory = error !== undefined && refusesHistory(effectiveStatus ?? status, error);
  const faultClass = isHistory ? REFUSED_HISTORY : classifyError(effectiveStatus ?? status, error);
  const http = effectiveStatus ?? FITTING_STATUS[faultClass.kind];
  const excerpt = maskSecrets(error?.message ?? '').slice(0, MESSAGE_LENGTH_MAX);
  return {
    ...faultClass,
    http,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    message:
      OWN_ACCOUNT_MESSAGES[faultClass.kind] ??
      (excerpt === '' ? plainMessage(faultClass, http) : excerpt),
    excerpt,
    ...publicFields(faultClass, error, excerpt !== ''),
    ...(isHistory ? { refusesHistory: true } : {}),
  };
}

/** The conversation is at fault, on any channel of the vendor. */
const REFUSED_HISTORY: FaultClass = { kind: 'invalid-request', retryable: false, bannable: false };

/** Builds the fault for a failure before any response: no connection, a reset, or our own timeout. */
export function buildTransportFault(
  kind: 'network' | 'timeout' | 'bad-response',
  excerpt: string,
): UpstreamFault {
  const faultClass: FaultClass = { kind, retryable: true, bannable: false };
  return {
    ...faultClass,
    http: FITTING_STATUS[kind],
    message: plainMessage(faultClass, 0),
    excerpt: maskSecrets(excerpt).slice(0, MESSAGE_LENGTH_MAX),
    ...publicFields(faultClass, undefined, false),
  };
}

/** Some providers put the intended HTTP status into the error's code. */
function statedStatus(error: ErrorObject | undefined): number | undefined {
  const code = error?.code ?? '';
  if (!/^[45]\d\d$/.test(code)) return undefined;
  return Number(code);
}

function publicFields(faultClass: FaultClass, error: ErrorObject | undefined, hasText: boolean) {
  if (!hasText || OWN_ACCOUNT_MESSAGES[faultClass.kind]) {
    return {
      type: 'upstream_error',
      code: `upstream_${faultClass.kind.replace('-', '_')}`,
      param: null,
    };
  }
  return {
    type: maskOrNull(error?.type) ?? 'upstream_error',
    code: maskOrNull(error?.code),
    param: maskOrNull(error?.param),
  };
}

function maskOrNull(text: string | null | undefined): string | null {
  return text ? maskSecrets(text).slice(0, 200) : null;
}

function plainMessage(faultClass: FaultClass, http: number): string {
  if (faultClass.kind === 'network') return 'The upstream could not be reached.';
  if (faultClass.kind === 'timeout') return 'The upstream took too long to answer.';
  if (faultClass.kind === 'bad-response')
    return 'The upstream sent an answer that could not be read.';
  return `The upstream answered with status ${http}.`;
}
