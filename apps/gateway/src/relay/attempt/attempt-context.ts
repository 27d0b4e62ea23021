import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { AttemptReporter } from '../../domain/channel-health/attempt-reporter.ts';
import type { CoarseTimers } from '../../platform/coarse-timers.ts';
import type { ResponseBuffer } from '../response/response-buffer.ts';
import type { DrainSlots } from '../response/drain-slots.ts';
import type { RequestCompletionServices } from '../transports/complete-request.ts';
import type { RaceLane } from '../hedging/race-lane.ts';
import type { RunningCalls } from './running-calls.ts';
import type { UpstreamHttpClient } from '../http1/upstream-http-client.ts';
import type { SettleContext } from '../billing/settle-call.ts';

/** Services of the gateway that attempts use. */
export interface AttemptContext extends SettleContext, RequestCompletionServices {
  upstreamClient: UpstreamHttpClient;
  /** Memory budget for fully buffered responses. */
  responseBuffer: ResponseBuffer;
  running: RunningCalls;
  timers: CoarseTimers;
  /** Slots for draining responses whose client disconnected. */
  drains: DrainSlots;
  /** Whether upstreams may have private addresses. */
  allowPrivate: boolean;
  /** Milliseconds until a stream must start, for channels that do not set it; 0 means no limit. */
  firstTokenTimeoutMs: () => number;
  /** Milliseconds for a non-streamed response, for channels that do not set it; 0 means no limit. */
  responseTimeoutMs: () => number;
  /** Milliseconds that a client may stop reading; 0 means no limit. */
  stalledClientMs: () => number;
}

/** Where a call is sent, and who receives its outcome. */
export interface AttemptTarget {
  channel: RuntimeChannel;
  ticket: AttemptReporter;
  /** Set if another attempt of the call may run concurrently. */
  lane?: RaceLane | undefined;
}
