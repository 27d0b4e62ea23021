/**
 * State of a circuit breaker, as the API sends it: `closed` lets calls through, `cooling` (open) none,
 * `half-open` one probe, `trial` none while that probe runs.
 */
export type CircuitBreakerState = 'closed' | 'cooling' | 'half-open' | 'trial';

/** How faults of one kind count. */
export interface FaultRule {
  /** Consecutive faults that start a cooldown. */
  readonly threshold: number;
  /** Length of the first cooldown; each further one without a success in between lasts twice as long. */
  readonly baseMs: number;
  readonly maxMs: number;
}

/**
 * The inputs of a breaker's transitions: the time, and a number in [0, 1) that spreads the retries of many
 * nodes.
 */
export interface FaultTiming {
  readonly nowMs: number;
  readonly random: number;
}

/** A probe without a result counts as lost after this time. */
const PROBE_LOST_MS = 60_000;
/** Upper bound of every cooldown; a longer one means that the clock was set back. */
const COOLDOWN_MAX_MS = 2 * 3_600_000;
const DOUBLINGS_MAX = 20;
const JITTER = 0.2;
/**
 * During an outage every failed last resort extends the cooldown slightly; smaller extensions are not
 * broadcast.
 */
const BROADCAST_STEP_MS = 1000;

/**
 * Circuit breaker: stops calls to something that fails, for a time that doubles with each cooldown, then
 * lets one probe through at a time until one succeeds. A result counts only if its call began after the
 * latest cooldown did: late results of old calls neither extend nor end it.
 */
export class CircuitBreaker {
  #failures = 0;
  #cooldowns = 0;
  #epoch = 0;
  #untilMs = 0;
  #probingSinceMs = 0;
  #shared = false;
  #broadcastUntilMs = 0;

  /** Increases with each cooldown; calls carry it from their start to their outcome. */
  get epoch(): number {
    return this.#epoch;
  }

  /** When the cooldown ends; 0 while closed. */
  get untilMs(): number {
    return this.#untilMs;
  }

  get failuresInARow(): number {
    return this.#failures;
  }

  /** Cooldowns since the last success. */
  get cooldowns(): number {
    return this.#cooldowns;
  }

  /** Whether other nodes share this cooldown. */
  get shared(): boolean {
    return this.#shared;
  }

  /** Marks the cooldown as broadcast; false when it hardly differs from the last broadcast. */
  markBroadcast(): boolean {
    if (this.#shared && this.#untilMs - this.#broadcastUntilMs < BROADCAST_STEP_MS) return false;
    this.#shared = true;
    this.#broadcastUntilMs = this.#untilMs;
    return true;
  }

  state(nowMs: number): CircuitBreakerState {
    if (this.#untilMs === 0) return 'closed';
    this.#followClock(nowMs);
    if (nowMs < this.#untilMs) return 'cooling';
    const running =
      this.#probingSinceMs > 0 && Math.abs(nowMs - this.#probingSinceMs) < PROBE_LOST_MS;
    return running ? 'trial' : 'half-open';
  }

  /** Starts a call, as the probe if one is due. */
  begin(nowMs: number): void {
    if (this.state(nowMs) === 'half-open') this.#probingSinceMs = nowMs;
  }

  succeed(epoch: number): void {
    if (epoch !== this.#epoch) return;
    this.#failures = 0;
    this.#cooldowns = 0;
    this.#untilMs = 0;
    this.#probingSinceMs = 0;
    this.#shared = false;
  }

  /** Ends a call without an outcome, so that another probe may start. */
  release(epoch: number): void {
    if (epoch === this.#epoch) this.#probingSinceMs = 0;
  }

  /** Counts a fault; true when it started a cooldown. */
  fail(epoch: number, rule: FaultRule, timing: FaultTiming): boolean {
    if (epoch !== this.#epoch) return false;
    this.#followClock(timing.nowMs);
    this.#failures += 1;
    if (this.#untilMs === 0 && this.#failures < rule.threshold) return false;
    const doubled = rule.baseMs * 2 ** Math.min(this.#cooldowns, DOUBLINGS_MAX);
    const jitterFactor = 1 - JITTER + 2 * JITTER * timing.random;
    this.openUntil(timing.nowMs + Math.min(doubled, rule.maxMs) * jitterFactor);
    return true;
  }

  /** Opens until the time that the upstream asked for. Never shortens a cooldown. */
  openUntil(untilMs: number): void {
    this.#untilMs = Math.max(this.#untilMs, Math.ceil(untilMs));
    this.#cooldowns += 1;
    this.#epoch += 1;
    this.#probingSinceMs = 0;
  }

  /** Ends a cooldown from before the clock was set back: it would last until the clock caught up. */
  #followClock(nowMs: number): void {
    if (this.#untilMs - nowMs > COOLDOWN_MAX_MS) this.#untilMs = nowMs;
  }

  /** Adopts another node's cooldown. Returns false if this one already lasts as long. */
  adopt(untilMs: number, cooldownsInARow: number): boolean {
    this.#shared = true;
    if (untilMs <= this.#untilMs) return false;
    this.openUntil(untilMs);
    this.#broadcastUntilMs = this.#untilMs;
    this.#cooldowns = Math.max(this.#cooldowns - 1, cooldownsInARow);
    return true;
  }
}
