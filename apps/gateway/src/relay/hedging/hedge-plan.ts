import { type Price, computeCharge, emptyUsage } from '@tollgate/pricing';
import type { TrafficStatsRecorder } from '../../domain/traffic/traffic-stats-recorder.ts';
import type { ActiveRule } from '../../domain/traffic/traffic-rules.ts';
import { JsonArrayFrame } from '../response/json-array-frame.ts';
import type { RelayCall } from '../relay-call.ts';
import type { FirstByteTimes } from './first-byte-times.ts';
import type { HedgeBudget } from './hedge-budget.ts';
import { countHedge } from './hedge-metrics.ts';

/** Hedging state of a node. */
export interface HedgeMemory {
  readonly times: FirstByteTimes;
  readonly budget: HedgeBudget;
}

/** Decides how a call may be hedged, by a rule for its group and model. */
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

  /** Returns when to call a second channel; undefined without enough samples of the first. */
  delayFor(channelId: number, isStream: boolean): { delayMs: number; p95Ms: number } | undefined {
    const { model, min_delay_ms: least, max_delay_ms: most } = this.#rule;
    const p95Ms = this.#memory.times.p95(channelId, model, isStream);
    if (p95Ms === undefined) return undefined;
    return { delayMs: Math.min(Math.max(p95Ms, least), most), p95Ms };
  }

  /** Records a channel's time to first byte, or a lower bound if the attempt was cancelled before. */
  recordStart(channelId: number, isStream: boolean, ms: number): void {
    this.#memory.times.note(channelId, this.#rule.model, isStream, ms);
  }

  /** Spends a hedge from the rule's budget; returns false if it is exhausted. */
  spend(): boolean {
    if (this.#memory.budget.spend(this.#rule.id)) return true;
    countHedge('over_budget');
    return false;
  }

  refund(): void {
    this.#memory.budget.refund(this.#rule.id);
  }

  /**
   * Records a request that was cancelled because another started first. Returns its estimated cost to the
   * operator.
   */
  recordCancelled(call: RelayCall, hasReached: boolean): number {
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

/** Creates the call of a second attempt: the same call and reservation, with separate state. */
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

/** Copies the state of the winning attempt to the call. */
export function adoptLane(call: RelayCall, lane: RelayCall): void {
  const { upstreamMs, firstTokenMs, responseId, created, clientDisconnected, used } = lane;
  Object.assign(call, { upstreamMs, firstTokenMs, clientDisconnected, used });
  if (responseId !== undefined) call.responseId = responseId;
  if (created !== undefined) call.created = created;
}
