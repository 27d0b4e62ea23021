import type { TrafficSample } from '../../domain/traffic/traffic-stats-recorder.ts';
import type { RelayCall } from '../relay-call.ts';
import type { RunResult } from '../attempt/run-call.ts';

/**
 * Returns the outcome of a call for the metrics of a rule; undefined if its client disconnected, which is
 * inconclusive.
 */
export function trafficSample(
  call: RelayCall,
  result: RunResult,
  origin: Pick<TrafficSample, 'ruleId' | 'side'>,
): TrafficSample | undefined {
  if (result === 'client-gone') return undefined;
  const failed = result !== 'answered' || call.broke === true;
  const { tokens, quota, promptTokens = 0 } = call.used;
  return {
    ...origin,
    failed,
    beginMs: failed ? undefined : call.firstTokenMs,
    totalMs: failed ? undefined : performance.now() - call.startedAt,
    promptTokens,
    completionTokens: tokens - promptTokens,
    cost: quota,
  };
}
