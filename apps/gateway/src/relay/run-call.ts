import type { UpstreamFault } from '@tollgate/dialects';
import type { ErrorCode } from '@tollgate/contract';
import type { RuntimeChannel, Tier } from '../domain/channel-catalog.ts';
import { translateError } from '../domain/error-texts.ts';
import { AppError } from '../platform/app-error.ts';
import { chooseChannel } from './choose-channel.ts';
import type { RelayCall } from './relay-call.ts';
import { type PublicFault, toPublicFault } from './render-fault.ts';
import { type TryContext, tryChannel } from './try-channel.ts';

export interface RunContext extends TryContext {
  retryTimes: () => number;
  random: () => number;
  /** Told about every fault, so that health rules can act on it. */
  onFault: (channel: RuntimeChannel, fault: UpstreamFault) => void;
}

/** How a call ended: answered (nothing left to write), left by the client, or a fault to write. */
export type RunResult = 'answered' | 'client-gone' | PublicFault;

/**
 * Tries channels until one answers: failed ones are not tried again, a tier is used up before the
 * next, and nothing is retried once a byte went to the client.
 */
export async function runCall(
  context: RunContext,
  call: RelayCall,
  tiers: readonly Tier[],
  pinned: boolean,
): Promise<RunResult> {
  const tried = new Set<number>();
  const attemptsMax = pinned ? 1 : 1 + context.retryTimes();
  let lastFault: UpstreamFault | undefined;
  let lastChannel: RuntimeChannel | undefined;
  while (tried.size < attemptsMax) {
    const channel = chooseChannel(tiers, tried, context.random);
    if (!channel) break;
    tried.add(channel.id);
    const result = await tryChannel(context, call, channel);
    if (result.kind !== 'fault') return result.kind;
    context.onFault(channel, result.fault);
    lastFault = result.fault;
    lastChannel = channel;
    if (!result.fault.retryable || call.clientGone) break;
  }
  if (call.clientGone) return 'client-gone';
  if (!lastFault)
    return toPublicFault(
      new AppError('relay_no_channel', {
        model: call.clientRequest.model,
        group: call.holder.group,
      }),
      call.language,
    );
  return describeFault(lastFault, lastChannel, call);
}

const OWN_CODES: Partial<Record<string, ErrorCode>> = {
  upstream_unreachable: 'relay_upstream_unreachable',
  upstream_timeout: 'relay_upstream_timeout',
  upstream_interrupted: 'relay_stream_interrupted',
  address_not_allowed: 'relay_upstream_unreachable',
  dialect_not_supported: 'relay_dialect_not_supported',
};

/** An upstream fault in words for the caller. Trouble with the channel's own credential is not the caller's business. */
function describeFault(
  fault: UpstreamFault,
  channel: RuntimeChannel | undefined,
  call: RelayCall,
): PublicFault {
  const own = OWN_CODES[fault.code ?? ''];
  const credentialTrouble = fault.kind === 'auth' || fault.kind === 'quota';
  if (own || credentialTrouble || fault.message === '') {
    const code =
      own ??
      (fault.kind === 'timeout'
        ? 'relay_upstream_timeout'
        : fault.kind === 'bad-response'
          ? 'relay_upstream_bad_response'
          : 'relay_upstream_failed');
    const described = toPublicFault(
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
    };
  }
  return {
    status: mapStatus(channel, fault.http, fault.http),
    message: fault.message || translateError('relay_upstream_failed', {}, call.language),
    type: fault.type,
    code: fault.code ?? fault.kind,
    param: fault.param,
    ...(fault.retryAfterMs === undefined
      ? {}
      : { retryAfterSeconds: Math.ceil(fault.retryAfterMs / 1000) }),
  };
}

/** The channel's own mapping of upstream statuses, else `otherwise`. */
function mapStatus(
  channel: RuntimeChannel | undefined,
  upstreamStatus: number,
  otherwise: number,
): number {
  const mapped = channel?.statusCodeMapping.get(upstreamStatus);
  if (mapped !== undefined && mapped >= 400 && mapped <= 599) return mapped;
  return otherwise >= 400 && otherwise <= 599 ? otherwise : 502;
}
