import type { RuleContext } from './rule-context.ts';
import type { Tier } from '../../domain/channels/channel-catalog.ts';
import type { ActiveRule, RulesForModel } from '../../domain/traffic/traffic-rules.ts';
import { HedgePlan } from '../hedging/hedge-plan.ts';
import type { RelayCall } from '../relay-call.ts';
import { runCall, type RunResult } from '../attempt/run-call.ts';
import { isInShare } from './is-in-share.ts';
import { findTarget } from './find-target.ts';
import { needsOneChannel } from './needs-one-channel.ts';
import { runCanary } from './run-canary.ts';
import { trafficSample } from './traffic-sample.ts';

/**
 * Runs a call whose group and model have traffic rules, which do not apply to calls that need one channel.
 */
export async function runByRules(
  services: RuleContext,
  call: RelayCall,
  tiers: readonly Tier[],
  { hedge, canary, mirror }: RulesForModel,
): Promise<RunResult> {
  const { run, domain, hedging, mirrors } = services;
  if (needsOneChannel(call)) return runCall(run, call, tiers, false);
  const { figures } = domain.traffic;
  const plan = hedge && new HedgePlan(hedge, hedging, figures);
  const copied = mirror && isInShare(mirror, call, run.random) ? mirror : undefined;
  if (copied) call.traffic = { mirror: { rule: copied.id } };
  const running = canary
    ? runWithCanary(services, call, { tiers, canary, plan })
    : runCall(run, call, tiers, false, plan);
  // The call itself is already sent; its copy follows.
  if (copied) mirrors.copy(call, copied);
  const result = await running;
  const isTrial = call.traffic?.canary?.side === 'trial';
  if (copied) recordSample(services, call, result, { ruleId: copied.id, side: 'control' });
  if (canary && !isTrial)
    recordSample(services, call, result, { ruleId: canary.id, side: 'control' });
  if (hedge && !isTrial) {
    const record = call.traffic?.hedge;
    const side = record !== undefined && record.won === record.second ? 'second' : 'first';
    recordSample(services, call, result, { ruleId: hedge.id, side });
  }
  return result;
}

interface CanaryRoute {
  tiers: readonly Tier[];
  canary: ActiveRule;
  plan: HedgePlan | undefined;
}

/** Sends a canary's share of calls to its target, and all others the usual way. */
function runWithCanary(
  services: RuleContext,
  call: RelayCall,
  { tiers, canary, plan }: CanaryRoute,
): Promise<RunResult> {
  const { run, domain } = services;
  const { catalog, channelHealth: health } = domain;
  const target = isInShare(canary, call, run.random)
    ? findTarget({ catalog, health }, canary, call)
    : undefined;
  if (target) return runCanary(services, call, { tiers, canary, target });
  call.traffic = { ...call.traffic, canary: { rule: canary.id, side: 'control' } };
  return runCall(run, call, tiers, false, plan);
}

type Side = Parameters<typeof trafficSample>[2];

function recordSample(
  { domain }: Pick<RuleContext, 'domain'>,
  call: RelayCall,
  result: RunResult,
  side: Side,
): void {
  const sample = trafficSample(call, result, side);
  if (sample) domain.traffic.figures.note(sample);
}
