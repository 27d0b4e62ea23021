import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { AttemptReporter } from '../../domain/channel-health/attempt-reporter.ts';
import type { ResponseBuffer } from '../response/response-buffer.ts';
import type { DrainSlots } from '../response/drain-slots.ts';
import type { RequestCompletionServices } from '../transports/complete-request.ts';
import type { RaceLane } from '../hedging/race-lane.ts';
import type { RunningCalls } from './running-calls.ts';
import type { UpstreamHttpClient } from '../http1/upstream-http-client.ts';
import type { SettleContext } from '../billing/settle-call.ts';

/** What tries need of the gateway. */
export interface AttemptContext extends SettleContext, RequestCompletionServices {
  upstreamClient: UpstreamHttpClient;
  /** Memory for whole answers. */
  responseBuffer: ResponseBuffer;
  running: RunningCalls;
  /** For answers that nobody waits for any more. */
  drains: DrainSlots;
  /** Whether upstreams may stand at private addresses. */
  allowPrivate: boolean;
  /** Where a channel does not say: how long a stream may take to begin; 0 is for ever. */
  firstTokenTimeoutMs: () => number;
  /** Where a channel does not say: how long an answer that is not streamed may take; 0 is for ever. */
  answerTimeoutMs: () => number;
  /** How long a client may stop reading; 0 is for ever. */
  stalledClientMs: () => number;
}

/** Where a call is sent to, and who is told what came of it. */
export interface AttemptTarget {
  channel: RuntimeChannel;
  ticket: AttemptReporter;
  /** Set where another try of the call may run beside this one. */
  lane?: RaceLane | undefined;
}
