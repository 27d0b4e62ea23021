import type { Clock } from '../../platform/clock.ts';
import type { AttemptResult } from '../attempt/attempt-result.ts';
import { isClientDisconnected } from '../attempt/is-client-disconnected.ts';
import type { RelayCall } from '../relay-call.ts';
import type { AttemptTarget } from '../attempt/attempt-context.ts';
import { countHedge } from './hedge-metrics.ts';
import { adoptLane, type HedgePlan, secondLaneOf } from './hedge-plan.ts';
import type { HedgeRecord } from './hedge-record.ts';
import { type ClaimReason, RaceLane } from './race-lane.ts';

/** What a race needs from the run that it is part of. */
export interface RaceRun<End> {
  call: RelayCall;
  plan: HedgePlan;
  nowMs: () => number;
  /** Runs a callback later; returns a function that cancels it. */
  after: Clock['after'];
  /** Sends a call to a channel. */
  attempt: (call: RelayCall, target: AttemptTarget) => Promise<AttemptResult>;
  /** A healthy channel other than that of the first attempt. */
  findSecond: (first: AttemptTarget) => AttemptTarget | undefined;
  /** Judges a result; returns undefined to attempt the next channel. */
  judge: (target: AttemptTarget, result: AttemptResult) => End | undefined;
}

interface Runner {
  target: AttemptTarget;
  call: RelayCall;
  lane: RaceLane;
  /** According to the injected clock. */
  sentAtMs: number;
  isOver: boolean;
}

/**
 * Hedging: attempts a channel, and concurrently a second one if the first has not started within its p95 time
 * to first byte. The first to start serves the call; the other is cancelled, which counts against no channel
 * and is not charged. A failed attempt leaves the call to the other one.
 */
export class HedgeRace<End> {
  readonly #run: RaceRun<End>;
  readonly #runners: Runner[] = [];
  #cancelTimer = () => {};
  #second: Promise<End | undefined> | undefined;
  #record: HedgeRecord | undefined;
  #isClaimed = false;
  /** The outcome of a failed attempt, unless the other one succeeds. */
  #end: End | undefined;

  constructor(run: RaceRun<End>) {
    this.#run = run;
  }

  /** Whether a second request was sent. */
  get isHedged(): boolean {
    return this.#second !== undefined;
  }

  async start(first: AttemptTarget): Promise<End | undefined> {
    const { call, plan, after } = this.#run;
    const delay = plan.delayFor(first.channel.id, call.clientRequest.stream);
    if (delay) this.#cancelTimer = after(delay.delayMs, () => this.#hedge(first, delay));
    const firstRun = this.#try({ call, target: first });
    try {
      const end = await firstRun;
      this.#cancelTimer();
      const other = await this.#second;
      return end ?? other ?? this.#end;
    } finally {
      this.#cancelTimer();
      // A failure inside the gateway also ends the other attempt.
      for (const { lane } of this.#runners) lane.lose();
      await this.#second?.catch(() => {});
    }
  }

  #hedge(first: AttemptTarget, { delayMs, p95Ms }: { delayMs: number; p95Ms: number }): void {
    const { call, plan } = this.#run;
    if (isClientDisconnected(call) || !plan.spend()) return;
    const target = this.#run.findSecond(first);
    if (!target) {
      plan.refund();
      return countHedge('no_channel');
    }
    countHedge('sent');
    const { ruleId: rule } = plan;
    this.#record = {
      rule,
      after_ms: Math.round(delayMs),
      p95_ms: Math.round(p95Ms),
      first: first.channel.id,
      second: target.channel.id,
    };
    call.traffic = { ...call.traffic, hedge: this.#record };
    const secondCall = secondLaneOf(call, delayMs);
    this.#second = this.#try({ call: secondCall, target });
    // A rejection is handled when the first attempt has ended.
    this.#second.catch(() => {
      for (const { lane } of this.#runners) lane.lose();
    });
  }

  async #try({ call, target }: Pick<Runner, 'call' | 'target'>): Promise<End | undefined> {
    const { attempt, judge: evaluate, nowMs } = this.#run;
    const lane = new RaceLane((reason) => this.#claim(runner, reason));
    const sentAtMs = nowMs();
    const runner: Runner = { call, target: { ...target, lane }, lane, sentAtMs, isOver: false };
    this.#runners.push(runner);
    const result = await attempt(call, runner.target);
    runner.isOver = true;
    if (result.kind === 'cancelled') {
      target.ticket.aborted();
      return undefined;
    }
    if (call !== this.#run.call && result.kind !== 'fault') adoptLane(this.#run.call, call);
    const end = evaluate(target, result);
    if (result.kind !== 'fault') return end;
    this.#end ??= end;
    return undefined;
  }

  /**
   * Ends the other attempts, as one has started or the client has disconnected. A disconnected client pays for
   * the attempt that an upstream bills, whichever notices first.
   */
  #claim(claimant: Runner, reason: ClaimReason): void {
    if (this.#isClaimed) return;
    this.#isClaimed = true;
    const isBilled = ({ isOver, lane }: Runner) => !isOver && lane.isBilled();
    const billed = claimant.lane.isBilled() ? claimant : this.#runners.find(isBilled);
    const winner = reason === 'left' ? (billed ?? claimant) : claimant;
    this.#cancelTimer();
    if (reason === 'begun') this.#recordStart(winner);
    for (const runner of this.#runners) if (runner !== winner) this.#cancel(runner);
  }

  #recordStart(winner: Runner): void {
    this.#recordTime(winner);
    if (!this.#record) return;
    this.#record.won = winner.target.channel.id;
    if (winner.target.channel.id === this.#record.second) countHedge('won');
  }

  #cancel({ lane, ...runner }: Runner): void {
    if (runner.isOver) return;
    const cost = this.#run.plan.recordCancelled(runner.call, lane.hasReached());
    if (this.#record) this.#record.cancelled_cost = cost;
    // A lower bound: everything beyond the p95 counts alike.
    this.#recordTime(runner);
    lane.lose();
  }

  #recordTime({ target, sentAtMs }: Pick<Runner, 'target' | 'sentAtMs'>): void {
    const { plan, nowMs, call } = this.#run;
    plan.recordStart(target.channel.id, call.clientRequest.stream, nowMs() - sentAtMs);
  }
}
