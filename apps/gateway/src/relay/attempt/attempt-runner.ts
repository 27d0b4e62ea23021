import type { UpstreamFault } from '@tollgate/dialects';
import type { AttemptReporter } from '../../domain/channel-health/attempt-reporter.ts';
import type { ChannelHealth } from '../../domain/channel-health/channel-health.ts';
import { keyName } from '../../domain/channel-health/channel-keys.ts';
import { isDeadline, isOfKey } from '../../domain/channel-health/fault-rules.ts';
import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import { chooseChannel } from '../routing/choose-channel.ts';
import type { ConversationAffinity } from '../routing/conversation-affinity.ts';
import type { RouteTrace } from '../routing/route-trace.ts';
import type { AttemptTarget } from './attempt-context.ts';
import type { AttemptResult } from './attempt-result.ts';

/** Services that failover needs to choose the next channel. */
export interface RunnerContext {
  readonly health: ChannelHealth;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  readonly retryTimes: () => number;
}

/** The channels that a runner may use. */
export interface RunnerRoute {
  readonly tiers: readonly Tier[];
  /** The caller chose the channel: no other is attempted. */
  readonly pinned: boolean;
  readonly trace: RouteTrace;
}

/** What ends the attempts; `stop` leaves the outcome to `describeEnd`. */
export type RunEnd = 'answered' | 'client-gone' | 'stop';

export type FailedAttempt = Extract<AttemptResult, { kind: 'fault' }>;

/** Shared by all calls: most succeed at once, and a set takes longer to create than to search. */
const NO_CHANNELS: ReadonlySet<number> = new Set();
const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * Failover: attempts one channel after another until one succeeds. It alone chooses, traces and judges
 * channels, for calls, tasks and realtime sessions; a subclass makes the attempt (ADR 37). A failed channel
 * is not attempted again, and a tier is exhausted before the next.
 */
export abstract class AttemptRunner<Failure> {
  /** How many other keys of a channel are tried after its provider rejected one. */
  protected readonly furtherKeysMax: number = 0;
  /** Where the conversation was last served; undefined if there is nothing to choose. */
  protected affinity: ConversationAffinity | undefined;
  /** Whether a channel supports everything the call uses; undefined if all channels do. */
  protected isFit: ((channel: RuntimeChannel) => boolean) | undefined;
  /** Runs hedged attempts on a second channel; undefined for most calls. */
  protected race: ((target: AttemptTarget) => Promise<RunEnd | undefined>) | undefined;
  protected readonly tiers: readonly Tier[];
  protected readonly pinned: boolean;
  protected lastFault: UpstreamFault | undefined;
  /** Undefined if no channel was called. */
  protected lastChannel: RuntimeChannel | undefined;
  /** Channels that could not take the call, or were called as a hedge: not counted as attempts. */
  protected uncounted = 0;
  readonly #runner: RunnerContext;
  readonly #trace: RouteTrace;
  #tried: ReadonlySet<number> = NO_CHANNELS;
  #triedKeys: ReadonlySet<string> = NO_KEYS;
  /** A channel to attempt again, with another key or another form of the request. */
  #sameChannel: RuntimeChannel | undefined;
  #furtherKeys = 0;
  #attemptsMax = 1;

  constructor(context: RunnerContext, { tiers, pinned, trace }: RunnerRoute) {
    this.#runner = context;
    this.tiers = tiers;
    this.pinned = pinned;
    this.#trace = trace;
  }

  /** The model to request from channels. */
  protected abstract get model(): string;
  /** Estimated prompt tokens. */
  protected abstract get inputTokens(): number;
  /**
   * Sends the request to a channel. Rejects only on failures of our own, which do not count against
   * any channel.
   */
  protected abstract attempt(target: AttemptTarget): Promise<AttemptResult>;
  /** The outcome when no attempt succeeded. */
  protected abstract describeEnd(): Failure;

  /** Whether anybody is still waiting for the result. */
  protected get mayContinue(): boolean {
    return true;
  }

  /** Whether a failed attempt passes the call to the next channel. */
  protected mayRetry({ fault }: FailedAttempt): boolean {
    return fault.retryable;
  }

  /**
   * Whether the request can be sent again to the same channel in another form; the failure then does not
   * count against the channel.
   */
  protected canRepair(_channel: RuntimeChannel, _fault: UpstreamFault): boolean {
    return false;
  }

  /** The only key that may be used, whatever its health; undefined if any may. */
  protected requiredKey(_channel: RuntimeChannel): RuntimeChannel | undefined {
    return undefined;
  }

  /** Called when a channel has responded. */
  protected onResponded(
    _channel: RuntimeChannel,
    _result: Extract<AttemptResult, { kind: 'answered' }>,
  ): void {}

  /** Called when the client disconnected before a response, which costs nothing. */
  protected onClientDisconnect(_result: Extract<AttemptResult, { kind: 'client-gone' }>): void {}

  /** Runs attempts until one ends the call. */
  async run(): Promise<Exclude<RunEnd, 'stop'> | Failure> {
    this.#attemptsMax = this.pinned ? 1 : 1 + this.#runner.retryTimes();
    while (this.#tried.size - this.uncounted < this.#attemptsMax && this.mayContinue) {
      const channel = this.#next();
      if (!channel) break;
      const target = this.#begin(channel);
      const end = this.race
        ? // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
          await this.race(target)
        : // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
          this.evaluate(target, await this.attempt(target));
      if (end === 'stop') break;
      if (end !== undefined) return end;
    }
    return this.describeEnd();
  }

  /** Judges an attempt; returns undefined to attempt the next channel. */
  protected evaluate(
    { channel, ticket }: AttemptTarget,
    result: AttemptResult,
  ): RunEnd | undefined {
    if (result.kind === 'answered') {
      this.onResponded(channel, result);
      return 'answered';
    }
    if (result.kind === 'fault') return this.#judgeFault(channel, ticket, result);
    ticket.aborted();
    if (result.kind === 'cancelled') return undefined;
    if (result.settled) return 'client-gone';
    this.onClientDisconnect(result);
    return 'stop';
  }

  /** Chooses a healthy channel other than that of a running attempt. */
  protected chooseSecond({ channel: { id } }: AttemptTarget): AttemptTarget | undefined {
    const { health, random } = this.#runner;
    const { model, inputTokens, isFit } = this;
    const tried = new Set([...this.#tried, id]);
    const criteria = { model, inputTokens, tried, preferred: undefined, isFit, random };
    const choice = chooseChannel(this.tiers, health, criteria);
    if (!choice || choice.reason === 'last-resort') return undefined;
    this.#trace.record('hedge', health, criteria);
    const keys = { random, tried: this.#triedKeys, preferred: undefined };
    const channel = health.pickKey(choice.channel, keys);
    return channel && this.#begin(channel);
  }

  #begin(channel: RuntimeChannel): AttemptTarget {
    return { channel, ticket: this.#runner.health.begin(channel, this.model) };
  }

  /** Returns the channel and key of the next attempt; undefined if none is left. */
  #next(): RuntimeChannel | undefined {
    const again = this.#sameChannel;
    this.#sameChannel = undefined;
    const { affinity } = this;
    const { health, random } = this.#runner;
    const remembered = affinity?.find();
    const criteria = {
      model: this.model,
      inputTokens: this.inputTokens,
      tried: this.#tried,
      preferred: remembered?.channelId,
      isFit: this.isFit,
      random: remembered || !affinity ? random : affinity.draw(random),
    };
    const choice = again
      ? { channel: again, reason: 'next-key' as const }
      : chooseChannel(this.tiers, health, criteria);
    if (!choice) return undefined;
    this.#trace.record(this.pinned ? 'pinned' : choice.reason, health, criteria);
    return (
      this.requiredKey(choice.channel) ??
      health.pickKey(choice.channel, {
        random,
        tried: this.#triedKeys,
        preferred: remembered?.keyFingerprint ?? affinity?.drawKey(choice.channel),
      })
    );
  }

  #judgeFault(
    channel: RuntimeChannel,
    ticket: AttemptReporter,
    result: FailedAttempt,
  ): RunEnd | undefined {
    const { fault, unsent = false } = result;
    if (this.canRepair(channel, fault)) {
      ticket.aborted();
      this.#sameChannel = channel.keyOf ?? channel;
      return undefined;
    }
    if (unsent) ticket.aborted();
    ticket.failed(fault);
    this.#countAttempt(channel, fault);
    if (unsent) this.uncounted += 1;
    // A hung upstream fails over even if failed calls are not retried.
    if (this.#attemptsMax === 1 && !this.pinned && isDeadline(fault)) this.#attemptsMax = 2;
    if (!unsent || !this.lastFault || this.lastFault.http === 501) {
      this.lastFault = fault;
      this.lastChannel = unsent ? undefined : channel;
    }
    return this.mayRetry(result) ? undefined : 'stop';
  }

  /**
   * Marks what a failed attempt rules out: the key, if the fault was the key's and the channel has others;
   * otherwise the channel.
   */
  #countAttempt(channel: RuntimeChannel, fault: UpstreamFault): void {
    const parent = channel.keyOf;
    if (parent && this.#furtherKeys < this.furtherKeysMax && isOfKey(fault)) {
      this.#triedKeys = new Set([...this.#triedKeys, keyName(channel)]);
      this.#furtherKeys += 1;
      if (parent.variants.some((variant) => !this.#triedKeys.has(keyName(variant)))) {
        this.#sameChannel = parent;
        return;
      }
    }
    this.#tried = new Set([...this.#tried, channel.id]);
  }
}
