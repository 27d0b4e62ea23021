import type { Tier } from '../../domain/channels/channel-catalog.ts';
import type { ActiveRule } from '../../domain/traffic/traffic-rules.ts';
import type { RelayCall } from '../relay-call.ts';
import { runCall, type RunResult } from '../attempt/run-call.ts';
import type { TrafficTarget } from './find-target.ts';
import type { RuleContext } from './rule-context.ts';
import { trafficSample } from './traffic-sample.ts';
import { priceFor } from '../request/admit.ts';

export interface CanaryPlan {
  /** Sends the call the usual way. */
  tiers: readonly Tier[];
  canary: ActiveRule;
  target: TrafficTarget;
}

/**
 * Sends a call to the target of a canary. If that fails, for whatever reason, the usual channels take over,
 * so that no caller is worse off. For another model's completion the caller pays the lower price: that of the
 * requested model, or of the one that served it.
 */
export async function runCanary(
  { run, domain }: Pick<RuleContext, 'run' | 'domain'>,
  call: RelayCall,
  { tiers, canary, target }: CanaryPlan,
): Promise<RunResult> {
  const { model } = target;
  const record = { rule: canary.id, side: 'trial' as const, ...(model ? { model } : {}) };
  call.traffic = { ...call.traffic, canary: record };
  const { limit } = call.cover;
  if (model) {
    const routedPrice = priceFor(domain.prices.current(), call.holder, model);
    Object.assign(call, { routedModel: model, routedPrice });
  }
  const result = await runCall(run, call, target.tiers, false);
  const sample = trafficSample(call, result, { ruleId: canary.id, side: 'trial' });
  if (sample) domain.traffic.figures.note(sample);
  if (typeof result === 'string') return result;
  Object.assign(call, { routedModel: undefined, routedPrice: undefined, firstTokenMs: undefined });
  call.cover.limit = limit;
  call.traffic = { ...call.traffic, canary: { ...record, fell_back: true } };
  return runCall(run, call, tiers, false);
}
