import { type Price, computeCharge, emptyUsage } from '@tollgate/pricing';
import type { TrafficStatsRecorder } from '../../domain/traffic/traffic-stats-recorder.ts';
import type { ActiveRule } from '../../domain/traffic/traffic-rules.ts';
import { JsonArrayFrame } from '../response/json-array-frame.ts';
import type { RelayCall } from '../relay-call.ts';
import type { FirstByteTimes } from './first-byte-times.ts';
import type { HedgeBudget } from './hedge-budget.ts';
import { countHedge } from './hedge-metrics.ts';

/** The state of hedging on a node. */
export interface HedgeMemory {
  readonly times: FirstByteTimes;
  readonly budget: HedgeBudget;
}

/** How one call may be hedged, by a rule for its group and model. */
export class HedgePlan {
  readonly #rule: ActiveRule;
  readonly #memory: HedgeMemory;
  readonly #figures: TrafficStatsRecorder;

  constructor(rule: ActiveRule, memory: HedgeMemory, figures: TrafficStatsRecorder) {
    this.#rule = rule;
    this.#memory = memory;
    this.#figures = figures;
    memory.budget.earn(rule.id, rule.basis_points);
  }

  get ruleId(): number {
    return this.#rule.id;
  }

  /** When to ask a second channel; undefined while too little is known of the first. */
  delayFor(channelId: number, isStream: boolean): { delayMs: number; p95Ms: number } | undefined {
    const { model, min_delay_ms: least, max_delay_ms: most } = this.#rule;
    const p95Ms = this.#memory.times.p95(channelId, model, isStream);
    if (p95Ms === undefined) return undefined;
    return { delayMs: Math.min(Math.max(p95Ms, least), most), p95Ms };
  }

  /** Records a channel's time to start, or a lower bound of it where it was cancelled before. */
  noteBegin(channelId: number, isStream: boolean, ms: number): void {
    this.#memory.times.note(channelId, this.#rule.model, isStream, ms);
  }

  /** Whether the cap on hedged calls leaves room for one more. */
  spend(): boolean {
    if (this.#memory.budget.spend(this.#rule.id)) return true;
    countHedge('over_budget');
    return false;
  }

  refund(): void {
    this.#memory.budget.refund(this.#rule.id);
  }

  /**
   * A request was cancelled because another started first. Returns what it may have cost the
   * operator.
   */
  noteCancelled(call: RelayCall, hasReached: boolean): number {
    const promptTokens = hasReached ? call.clientRequest.promptTokensEstimate : 0;
    const cost = hasReached ? costOfPrompt(call.price, promptTokens) : 0;
    countHedge('cancelled', cost);
    this.#figures.note({
      ruleId: this.#rule.id,
      side: 'cancelled',
      failed: false,
      promptTokens,
      completionTokens: 0,
      cost,
    });
    return cost;
  }
}

function costOfPrompt(price: Price, promptTokens: number): number {
  return computeCharge(price, { ...emptyUsage(), promptTokens });
}

/** The call of a second attempt: the same call and reservation, with a state of its own. */
export function secondLaneOf(call: RelayCall, waitedMs: number): RelayCall {
  return {
    ...call,
    cover: call.cover.copy(),
    words: call.words && { ...call.words, hit: false },
    arrayFrame: call.arrayFrame && new JsonArrayFrame(),
    upstreamMs: call.upstreamMs + waitedMs,
    firstTokenMs: undefined,
  };
}

/** Takes over the state of the winning attempt. */
export function adoptLane(call: RelayCall, lane: RelayCall): void {
  const { upstreamMs, firstTokenMs, responseId, containerId, clientDisconnected, used } = lane;
  Object.assign(call, { upstreamMs, firstTokenMs, clientDisconnected, used });
  if (responseId !== undefined) call.responseId = responseId;
  if (containerId !== undefined) call.containerId = containerId;
}
