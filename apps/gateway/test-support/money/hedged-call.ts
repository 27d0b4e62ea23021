import type { UpstreamFault } from '@tollgate/dialects';
import type { TrafficStatsRecorder } from '../../src/domain/traffic/traffic-stats-recorder.ts';
import type { ActiveRule } from '../../src/domain/traffic/traffic-rules.ts';
import type { AttemptResult } from '../../src/relay/attempt/attempt-result.ts';
import { FirstByteTimes } from '../../src/relay/hedging/first-byte-times.ts';
import { HedgeBudget } from '../../src/relay/hedging/hedge-budget.ts';
import { HedgePlan } from '../../src/relay/hedging/hedge-plan.ts';
import { HedgeRace } from '../../src/relay/hedging/hedge-race.ts';
import type { RelayCall } from '../../src/relay/relay-call.ts';
import type { AttemptTarget } from '../../src/relay/attempt/attempt-context.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { plainPrice } from '../plain-price.ts';
import { consumeRow } from './accounts.ts';
import type { SeededRandom } from './seeded-random.ts';
import { SimulatedCall } from './simulated-call.ts';

const MODEL = 'm';
/** Number of samples from which a p95 is used. */
const WARM_CALLS = 20;
const RULE = { id: 1, model: MODEL, basis_points: 10_000, min_delay_ms: 0, max_delay_ms: 0 };
/** Lets the charge tell the loser from the winner. */
const LOSER_EXTRA = 1;

const STORIES = [
  'first',
  'second',
  'both',
  'first-fails',
  'second-fails',
  'client-leaves',
] as const;

const failed = { kind: 'fault', fault: { retryable: true } as UpstreamFault } as const;

/**
 * A hedged call: a real race of two attempts on one reservation. Each attempt settles at its own price, so
 * the log shows which of them was charged.
 */
export class HedgedCall extends SimulatedCall {
  readonly #attempts: SimulatedAttempt[] = [];
  readonly #client = { destroyed: false };
  readonly #random: SeededRandom;
  #race: Promise<unknown> | undefined;

  constructor(plan: ConstructorParameters<typeof SimulatedCall>[0], random: SeededRandom) {
    super(plan);
    this.#random = random;
  }

  /** Reserves, then sends both attempts. */
  override async begin(amount: number): Promise<void> {
    await super.begin(amount);
    if (this.state === 'running') await new Promise<void>((sent) => this.#sendBoth(sent));
  }

  #sendBoth(sent: () => void): void {
    const target = (id: number) => ({ channel: { id }, ticket: { aborted() {} } }) as AttemptTarget;
    const call = {
      clientRequest: { stream: false, model: MODEL, promptTokensEstimate: 1 },
      cover: { copy: () => undefined },
      price: plainPrice,
      response: this.#client,
    } as unknown as RelayCall;
    const race = new HedgeRace<'answered'>({
      call,
      plan: openPlan(),
      nowMs: () => 0,
      after: systemClock.after,
      attempt: (_call, attempt) =>
        new Promise((resolve, reject) => {
          this.#attempts.push(new SimulatedAttempt(attempt, resolve, reject));
          if (this.#attempts.length === 2) sent();
        }),
      findSecond: () => target(2),
      judge: (_target, { kind }) => (kind === 'answered' ? 'answered' : undefined),
    });
    this.#race = race.start(target(1));
    this.#race.catch(() => {});
  }

  /** One attempt wins; then both continue as far as they can, and only the winner may charge. */
  override async finish(nowSeconds: number): Promise<void> {
    const { node, reservation, delivered } = this;
    if (!reservation) return;
    this.state = 'unknown';
    const winner = await this.#play(this.#random.one(STORIES));
    const settled = await node.live(async () => {
      const order = this.#random.oneIn(2) ? [0, 1] : [1, 0];
      for (const index of order) {
        const attempt = this.#attempts[index];
        const price = this.price + (attempt === winner ? 0 : LOSER_EXTRA);
        attempt?.end(() => this.#charge(price, nowSeconds));
      }
      return this.#race?.then(
        () => true,
        () => false,
      );
    });
    if (settled !== undefined) this.state = settled ? 'answered' : delivered ? 'owed' : 'free';
  }

  /** Both upstreams fail: nothing is charged. */
  override fail(): void {
    for (const attempt of this.#attempts) attempt.resolve(failed);
    super.fail();
  }

  async #play(story: (typeof STORIES)[number]): Promise<SimulatedAttempt> {
    const [first, second] = this.#attempts as [SimulatedAttempt, SimulatedAttempt];
    const [one, other] = this.#random.oneIn(2) ? [first, second] : [second, first];
    if (story === 'first' || story === 'second') {
      const winner = story === 'first' ? first : second;
      winner.claim('begun');
      return winner;
    }
    if (story === 'first-fails' || story === 'second-fails') {
      const [loser, winner] = story === 'first-fails' ? [first, second] : [second, first];
      loser.fail();
      await new Promise(setImmediate);
      winner.claim('begun');
      return winner;
    }
    this.#client.destroyed = story === 'client-leaves';
    const reason = story === 'client-leaves' ? 'left' : 'begun';
    one.claim(reason);
    other.claim(reason);
    return one;
  }

  async #charge(price: number, at: number): Promise<void> {
    const { node, reservation, requestId, userId, logged, delivered } = this;
    if (!reservation) return;
    const row = consumeRow({ requestId, userId, apiKeyId: this.apiKeyId ?? 0, price, at });
    await node.wallet.settle(reservation, { row, logged, delivered });
  }
}

/**
 * Plays the part of `ChannelAttempt` in a race: it claims when it starts, and is over once another has
 * started.
 */
class SimulatedAttempt {
  readonly #lane: NonNullable<AttemptTarget['lane']>;
  readonly #reject: (error: unknown) => void;
  readonly resolve: (result: AttemptResult) => void;
  #isOver = false;

  constructor(
    { lane }: AttemptTarget,
    resolve: (result: AttemptResult) => void,
    reject: (error: unknown) => void,
  ) {
    if (!lane) throw new Error('an attempt of a race has a lane');
    this.#lane = lane;
    this.resolve = resolve;
    this.#reject = reject;
    lane.hasReached = () => true;
    lane.onLost = () => this.#over({ kind: 'cancelled' });
  }

  claim(reason: 'begun' | 'left'): void {
    if (!this.#isOver) this.#lane.claim(reason);
  }

  fail(): void {
    this.#over(failed);
  }

  end(charge: () => Promise<void>): void {
    if (this.#isOver) return;
    this.#lane.onLost = undefined;
    charge().then(() => this.#over({ kind: 'answered' }), this.#reject);
  }

  #over(result: AttemptResult): void {
    this.#isOver = true;
    this.resolve(result);
  }
}

/** Returns a plan that hedges every call at once. */
function openPlan(): HedgePlan {
  const times = new FirstByteTimes();
  for (let call = 0; call < WARM_CALLS; call += 1) times.note(1, MODEL, false, 0);
  const figures = { note() {} } as unknown as TrafficStatsRecorder;
  return new HedgePlan(RULE as ActiveRule, { times, budget: new HedgeBudget() }, figures);
}
