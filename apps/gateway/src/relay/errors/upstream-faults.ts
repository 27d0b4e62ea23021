import type { ErrorCode } from '@tollgate/contract';
import { classifyFault, type UpstreamFault } from '@tollgate/dialects';
import { ANSWER_TIMEOUT, FIRST_TOKEN_TIMEOUT } from '../../domain/channel-health/fault-rules.ts';
import { type Language, translateError } from '../../domain/error-texts.ts';
import { refusalInChinese } from '../../domain/refusal-texts.ts';
import { MessageBudgetExceeded } from '../../platform/websocket-request.ts';
import { AddressNotAllowed } from '../../platform/ssrf-guard.ts';
import { UpstreamTimeout } from '../http1/connection.ts';
import { MalformedResponse } from '../http1/response-head.ts';
import type { RelayCall } from '../relay-call.ts';
import type { FaultReason } from './caller-error-fields.ts';

/** A fault; one of ours also has the code and parameters of its message. */
export interface ReportedFault extends UpstreamFault {
  readonly reason?: FaultReason;
}

/** The message of a fault that we detect ourselves, as a code: its text is chosen when it is read. */
const reasonCode = (code: Extract<ErrorCode, `reason_${string}`>): string => code;

/** Creates the fault of a feature that the target's dialect does not support; another dialect may. */
function refusal({
  message,
  param,
  code,
  type,
  status = 400,
}: Pick<UpstreamFault, 'message' | 'param' | 'code' | 'type'> & {
  status?: number;
}): UpstreamFault {
  return {
    kind: 'invalid-request',
    http: status,
    retryable: true,
    bannable: false,
    message,
    excerpt: message,
    type,
    code,
    param,
  };
}

/** Returns why a request can't be sent to a provider, in the caller's language if known. */
export function requestRefusal(
  { language }: Pick<RelayCall, 'language'>,
  fault: Parameters<typeof refusal>[0],
): UpstreamFault {
  const message = (language === 'zh' && refusalInChinese(fault.message)) || fault.message;
  return refusal({ ...fault, message });
}

/** The channel's provider has no endpoint for such calls. */
export const unsupported: UpstreamFault = {
  kind: 'invalid-request',
  http: 501,
  retryable: true,
  bannable: false,
  message: '',
  excerpt: reasonCode('reason_no_such_endpoint'),
  type: 'invalid_request_error',
  code: 'dialect_not_supported',
  param: null,
};

/** The longest completion of this channel costs more than the balance; `needed` is formatted for display. */
export function costExceedsBalance({ language }: RelayCall, needed: string): ReportedFault {
  const reason = { code: 'relay_insufficient_quota', params: { needed } } as const;
  const type = 'insufficient_quota';
  const fault = { type, code: 'insufficient_user_quota', param: null };
  return { ...gatewayRefusal(reason, language, fault), http: 402 };
}

/** This channel's provider would bill the tool, which has no price. */
export function toolNotPriced({ clientRequest, language }: RelayCall, tool: string): ReportedFault {
  const params = { tool, model: clientRequest.model };
  return gatewayRefusal({ code: 'relay_tool_not_priced', params }, language, {
    type: 'invalid_request_error',
    code: 'tool_not_priced',
    param: 'tools',
  });
}

/** Creates a refusal in our own words, in the caller's language. */
export function gatewayRefusal(
  reason: FaultReason,
  language: Language,
  fault: Pick<UpstreamFault, 'param' | 'code' | 'type'>,
): ReportedFault {
  const message = translateError(reason.code, reason.params, language);
  return { ...refusal({ ...fault, message }), reason };
}

/**
 * Returns the fault of a connection that failed before any response. The address never reaches the caller.
 */
export function networkFault(error: Error & { code?: string }): UpstreamFault {
  const excerpt = error.code || error.message;
  if (error instanceof MessageBudgetExceeded) return responseMemoryExhausted;
  if (error instanceof UpstreamTimeout)
    return noResponse({ kind: 'timeout', http: 504, code: 'upstream_timeout', excerpt });
  if (error instanceof MalformedResponse)
    return noResponse({
      kind: 'bad-response',
      http: 502,
      code: 'upstream_malformed',
      excerpt: error.message,
    });
  if (error instanceof AddressNotAllowed) {
    const reason = reasonCode('reason_address_not_allowed');
    return noResponse({ kind: 'network', http: 502, code: 'address_not_allowed', excerpt: reason });
  }
  return noResponse({ kind: 'network', http: 502, code: 'upstream_unreachable', excerpt });
}

export const noFirstToken = noResponse({
  kind: 'timeout',
  http: 504,
  code: FIRST_TOKEN_TIMEOUT,
  excerpt: reasonCode('reason_first_token_late'),
});

export const responseTimedOut = noResponse({
  kind: 'timeout',
  http: 504,
  code: ANSWER_TIMEOUT,
  excerpt: reasonCode('reason_response_late'),
});

export const interrupted = noResponse({
  kind: 'network',
  http: 502,
  code: 'upstream_interrupted',
  excerpt: reasonCode('reason_stream_interrupted'),
});

/** The upstream sent far more than was requested. */
export const overrun = noResponse({
  kind: 'bad-response',
  http: 502,
  code: 'upstream_overran',
  excerpt: reasonCode('reason_response_overran'),
});

/** The body has more values, or deeper nesting, than any real response. */
export const responseTooComplex = noResponse({
  kind: 'bad-response',
  http: 502,
  code: 'bad_response',
  excerpt: reasonCode('reason_response_too_complex'),
});

export const htmlInsteadOfAudio = noResponse({
  kind: 'bad-response',
  http: 502,
  code: 'upstream_malformed',
  excerpt: reasonCode('reason_page_for_audio'),
});

/** Our own limits, which say nothing about the channel. Another one would send as much. */
export const responseTooLarge: UpstreamFault = {
  ...noResponse({
    kind: 'invalid-request',
    http: 502,
    code: 'answer_too_large',
    excerpt: reasonCode('reason_response_too_large'),
  }),
  retryable: false,
};

export const responseMemoryExhausted: UpstreamFault = {
  ...noResponse({
    kind: 'invalid-request',
    http: 503,
    code: 'gateway_overloaded',
    excerpt: reasonCode('reason_no_memory'),
  }),
  retryable: false,
  retryAfterMs: 5000,
};

/** The process shuts down. The operator pays for what was requested of the upstream. */
export const restarting: UpstreamFault = {
  ...noResponse({
    kind: 'invalid-request',
    http: 503,
    code: 'gateway_restarting',
    excerpt: reasonCode('reason_restarting'),
  }),
  retryable: false,
};

/** Creates a fault that the upstream did not explain; another channel may succeed. */
function noResponse(
  details: Pick<UpstreamFault, 'kind' | 'http' | 'excerpt'> & { code: string },
): UpstreamFault {
  const { kind, http, excerpt, code } = details;
  return {
    kind,
    http,
    excerpt,
    code,
    retryable: true,
    bannable: false,
    message: '',
    type: 'upstream_error',
    param: null,
  };
}

/**
 * Returns the fault of an error response, or of a 200 that contains an error. Header names are lower-case.
 */
export function responseFault(
  status: number,
  headers: ReadonlyMap<string, string>,
  body: Uint8Array,
): UpstreamFault {
  return classifyFault({
    status,
    headers: Object.fromEntries(headers),
    bodyExcerpt: new TextDecoder().decode(body.subarray(0, 65_536)),
  });
}
