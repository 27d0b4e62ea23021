import type { UpstreamFault } from '@tollgate/dialects';
import { completeRequest } from '../transports/complete-request.ts';
import type { RelayCall } from '../relay-call.ts';
import type { AttemptContext, AttemptTarget } from './attempt-context.ts';
import { type AttemptResult, CANCELLED } from './attempt-result.ts';
import { buildCoveredRequest } from './build-covered-request.ts';
import type { BuiltRequest } from './build-upstream-request.ts';
import { ChannelAttempt } from './channel-attempt.ts';
import { logSkippedChannel } from './log-skipped-channel.ts';

/**
 * Sends a call to one channel and forwards its response. Resolves with the outcome; rejects only on
 * failures of our own (the charge could not be stored).
 */
export function tryChannel(
  context: AttemptContext,
  call: RelayCall,
  target: AttemptTarget,
): Promise<AttemptResult> {
  const { channel } = target;
  const built = buildCoveredRequest(context, call, channel, context.nowMs());
  if (built instanceof Promise)
    return built.then((ready) => sendBuilt(context, call, target, ready));
  return sendBuilt(context, call, target, built);
}

function sendBuilt(
  context: AttemptContext,
  call: RelayCall,
  target: AttemptTarget,
  built: BuiltRequest | { fault: UpstreamFault },
): Promise<AttemptResult> {
  const { channel, ticket, lane } = target;
  if ('fault' in built) return Promise.resolve(logSkippedChannel(call, channel, built.fault));
  const send = (ready: BuiltRequest) =>
    new Promise<AttemptResult>((resolve, reject) => {
      if (lane?.isLost) return resolve(CANCELLED);
      const plan = { context, call, channel, ticket, lane, built: ready, resolve, reject };
      new ChannelAttempt(plan).start();
    });
  if (!built.token && !built.media) return send(built);
  const refuse = (fault: UpstreamFault) => logSkippedChannel(call, channel, fault);
  return completeRequest(context, { call, channel, built, send, refuse });
}
