import type { Tier } from '../../domain/channels/channel-catalog.ts';
import type { Traffic } from '../../domain/traffic/traffic.ts';
import type { RulesForModel } from '../../domain/traffic/traffic-rules.ts';
import { type HedgeMemory, HedgePlan } from '../hedging/hedge-plan.ts';
import type { RelayCall } from '../relay-call.ts';
import { runCall, type RunContext, type RunResult } from '../run-call.ts';
import { needsOneChannel } from './needs-one-channel.ts';
import { sampleOf } from './sample-of.ts';

export interface RuleServices {
  run: RunContext;
  traffic: Traffic;
  hedging: HedgeMemory;
}

/** Runs a call whose group and model have traffic rules. Calls that need one channel are left alone. */
export async function runByRules(
  { run, traffic, hedging }: RuleServices,
  call: RelayCall,
  tiers: readonly Tier[],
  rules: RulesForModel,
): Promise<RunResult> {
  if (needsOneChannel(call)) return runCall(run, call, tiers, false);
  const { hedge } = rules;
  const plan = hedge && new HedgePlan(hedge, hedging, traffic.figures);
  const result = await runCall(run, call, tiers, false, plan);
  if (hedge) {
    const note = call.traffic?.hedge;
    const side = note !== undefined && note.won === note.second ? 'second' : 'first';
    const sample = sampleOf(call, result, { ruleId: hedge.id, side });
    if (sample) traffic.figures.note(sample);
  }
  return result;
}
