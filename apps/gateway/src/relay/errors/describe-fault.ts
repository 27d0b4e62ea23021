import type { UpstreamFault } from '@tollgate/dialects';
import type { ErrorCode } from '@tollgate/contract';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import { ANSWER_TIMEOUT, FIRST_TOKEN_TIMEOUT } from '../../domain/channel-health/fault-rules.ts';
import { upstreamInChinese } from '../../domain/refusal-texts.ts';
import { AppError } from '../../platform/app-error.ts';
import type { RelayCall } from '../relay-call.ts';
import { toCallerError } from './caller-error.ts';
import type { CallerError } from './caller-error-fields.ts';
import type { ReportedFault } from './upstream-faults.ts';

/** Codes of faults that the relay itself detects. Upstreams may use any code. */
const OWN_CODES = new Map<string | null, ErrorCode>([
  ['upstream_unreachable', 'relay_upstream_unreachable'],
  ['upstream_timeout', 'relay_upstream_timeout'],
  [FIRST_TOKEN_TIMEOUT, 'relay_upstream_timeout'],
  [ANSWER_TIMEOUT, 'relay_upstream_timeout'],
  ['upstream_interrupted', 'relay_stream_interrupted'],
  ['upstream_overran', 'relay_response_overran'],
  ['address_not_allowed', 'relay_upstream_unreachable'],
  ['answer_too_large', 'relay_answer_too_large'],
  ['gateway_overloaded', 'relay_overloaded'],
  ['gateway_restarting', 'relay_restarting'],
  ['dialect_not_supported', 'relay_dialect_not_supported'],
]);

/** Codes for faults without their own message. */
const CODES_OF_KINDS: Partial<Record<UpstreamFault['kind'], ErrorCode>> = {
  timeout: 'relay_upstream_timeout',
  'bad-response': 'relay_upstream_bad_response',
};

/**
 * Converts an upstream fault into the caller's error. Problems with the channel's credential are not
 * revealed.
 */
export function describeFault(
  fault: ReportedFault,
  channel: RuntimeChannel | undefined,
  call: { readonly language: RelayCall['language']; readonly clientRequest: { model: string } },
): CallerError {
  const gatewayCode = OWN_CODES.get(fault.code);
  const credentialTrouble = fault.kind === 'auth' || fault.kind === 'quota';
  if (gatewayCode || credentialTrouble || fault.message === '') {
    const code = gatewayCode ?? CODES_OF_KINDS[fault.kind] ?? 'relay_upstream_failed';
    const described = toCallerError(
      new AppError(code, { model: call.clientRequest.model }),
      call.language,
    );
    return {
      ...described,
      status: mapStatus(
        channel,
        credentialTrouble ? fault.http : described.status,
        described.status,
      ),
      ...retryAfter(fault),
    };
  }
  return {
    status: mapStatus(channel, fault.http, fault.http),
    message: (call.language === 'zh' && upstreamInChinese(fault.message)) || fault.message,
    type: fault.type,
    code: fault.code ?? fault.kind,
    param: fault.param,
    ...(fault.reason === undefined ? {} : { reason: fault.reason }),
    ...retryAfter(fault),
  };
}

function retryAfter({ retryAfterMs }: UpstreamFault): Pick<CallerError, 'retryAfterSeconds'> {
  return retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) };
}

/** Applies the channel's mapping of upstream statuses, falling back to `otherwise`. */
function mapStatus(
  channel: RuntimeChannel | undefined,
  upstreamStatus: number,
  otherwise: number,
): number {
  const mapped = channel?.statusCodeMapping.get(upstreamStatus);
  if (mapped !== undefined && mapped >= 400 && mapped <= 599) return mapped;
  return otherwise >= 400 && otherwise <= 599 ? otherwise : 502;
}
