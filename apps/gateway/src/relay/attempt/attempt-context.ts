import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { AttemptReporter } from '../../domain/channel-health/attempt-reporter.ts';
import type { ResponseBuffer } from '../response/response-buffer.ts';
import type { DrainSlots } from '../response/drain-slots.ts';
import type { RequestCompletionServices } from '../transports/complete-request.ts';
import type { RaceLane } from '../hedging/race-lane.ts';
import type { RunningCalls } from './running-calls.ts';
import type { UpstreamHttpClient } from '../http1/upstream-http-client.ts';
import type { SettleContext } from '../billing/settle-call.ts';

/** What attempts need of the gateway. */
export interface AttemptContext extends SettleContext, RequestCompletionServices {
  upstreamClient: UpstreamHttpClient;
  /** Memory for whole responses. */
  responseBuffer: ResponseBuffer;
  running: RunningCalls;
  /** Slots for draining responses whose client disconnected. */
  drains: DrainSlots;
  /** Whether upstreams may have private addresses. */
  allowPrivate: boolean;
  /** Milliseconds until a stream must start, for channels that do not set it; 0 is no limit. */
  firstTokenTimeoutMs: () => number;
  /**
   * Milliseconds for a response that is not streamed, for channels that do not set it; 0 is no
   * limit.
   */
  responseTimeoutMs: () => number;
  /** How long a client may stop reading; 0 is no limit. */
  stalledClientMs: () => number;
}

/** Where a call is sent, and who receives its outcome. */
export interface AttemptTarget {
  channel: RuntimeChannel;
  ticket: AttemptReporter;
  /** Set where another attempt of the call may run beside this one. */
  lane?: RaceLane | undefined;
}
