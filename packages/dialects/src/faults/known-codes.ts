import type { FaultClass } from './fault-class.ts';
import { ownValue } from '../json/own-value.ts';

/** The account does not store what the call references; another account of the vendor may. */
const keptElsewhere: FaultClass = { kind: 'invalid-request', retryable: true, bannable: false };
/** The client has to resend the conversation. */
const resendConversation: FaultClass = { ...keptElsewhere, retryable: false };
const upstreamFailure: FaultClass = { kind: 'server', retryable: true, bannable: false };

/**
 * Codes that say more than their status: Dify answers 400 to any failure in an application, FastGPT 500 to
 * any failure at all; another channel may succeed. When Qwen's free quota for one model is used up, the
 * account itself is fine.
 */
const KNOWN: ReadonlyMap<string, FaultClass> = new Map<string, FaultClass>([
  ['app_unavailable', upstreamFailure],
  ['provider_not_initialize', { ...upstreamFailure, kind: 'auth' }],
  ['completion_request_error', upstreamFailure],
  ['workflow_failed', upstreamFailure],
  ['model_currently_not_support', { ...upstreamFailure, kind: 'not-found' }],
  ['not_chat_app', { ...upstreamFailure, kind: 'not-found' }],
  ['unAuthApiKey', { ...upstreamFailure, kind: 'auth', bannable: true }],
  ['previous_response_not_found', keptElsewhere],
  ['thread_not_found', keptElsewhere],
  ['thread_already_continued', resendConversation],
  ['thread_continue_in_flight', resendConversation],
  ['thread_fingerprint_mismatch', resendConversation],
  ['thread_unsupported_request', resendConversation],
  ['aiPointsNotEnough', { ...upstreamFailure, kind: 'quota', bannable: true }],
  ['AllocationQuota.FreeTierOnly', { ...upstreamFailure, kind: 'quota' }],
]);

/** Returns what a code or type means on its own; undefined for most. */
export function classifyCode(code: string | null | undefined): FaultClass | undefined {
  return code ? KNOWN.get(code) : undefined;
}

/** Types for MiniMax's error numbers. */
const MINIMAX_TYPES: Readonly<Record<string, string>> = {
  '1002': 'rate_limit_error',
  '1004': 'authentication_error',
  '1008': 'insufficient_quota',
  '1026': 'content_filter',
  '1027': 'content_filter',
  '1039': 'invalid_request_error',
  '1041': 'rate_limit_error',
  '2013': 'invalid_request_error',
  '2049': 'authentication_error',
  '2056': 'rate_limit_error',
  '2061': 'model_not_found',
};
/** Types for Cloudflare's error numbers. */
const CLOUDFLARE_TYPES: Readonly<Record<string, string>> = {
  '3036': 'rate_limit_error',
  '5007': 'model_not_found',
  // The channel's account id does not exist.
  '7003': 'model_not_found',
  '10000': 'authentication_error',
};

export function miniMaxType(code: string | null): string | null {
  return ownValue(MINIMAX_TYPES, code ?? '') ?? null;
}

export function cloudflareType(code: string | null): string | null {
  return ownValue(CLOUDFLARE_TYPES, code ?? '') ?? null;
}
