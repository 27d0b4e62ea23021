import type { UpstreamFault, WireFormat } from '@tollgate/dialects';
import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import { type ChannelRoute, routeCall } from '../../domain/channels/channel-route.ts';
import { keyName } from '../../domain/channel-health/channel-keys.ts';
import { isDeadline, judgeFault } from '../../domain/channel-health/fault-rules.ts';
import type { ChannelHealth } from '../../domain/channel-health/channel-health.ts';
import { AppError } from '../../platform/app-error.ts';
import type { AttemptResult } from './attempt-result.ts';
import { CallAffinity, type AffinityContext } from '../routing/conversation-affinity.ts';
import { type Choice, chooseChannel } from '../routing/choose-channel.ts';
import type { UnchargedReason } from '../response/client-disconnect-policy.ts';
import { describeFault } from '../errors/describe-fault.ts';
import type { AttemptReporter } from '../../domain/channel-health/attempt-reporter.ts';
import { isClientDisconnected } from './is-client-disconnected.ts';
import type { HedgePlan } from '../hedging/hedge-plan.ts';
import { HedgeRace } from '../hedging/hedge-race.ts';
import { noteCompactionUnsupported } from '../routing/compaction-support.ts';
import { type RelayCall, routedModelOf } from '../relay-call.ts';
import { type CallerError, toCallerError } from '../errors/caller-error.ts';
import { RouteTrace } from '../routing/route-trace.ts';
import { recordFailure } from '../billing/settle-call.ts';
import { rememberStateOwner } from '../routing/state-owner.ts';
import { tryChannel } from './channel-attempt.ts';
import type { AttemptContext, AttemptTarget } from './attempt-context.ts';
import { countUncharged } from '../../domain/wallet/wallet-metrics.ts';

export interface RunContext extends AttemptContext, AffinityContext {
  retryTimes: () => number;
  random: () => number;
  health: ChannelHealth;
}

/** How a call ended: answered (nothing left to write), left by the client, or a fault to write. */
export type RunResult = 'answered' | 'client-gone' | CallerError;

/** Further keys of a channel that a call may try after the provider refused one. */
const FURTHER_KEYS_MAX = 5;

/**
 * Tries channels until one answers: failed ones are not tried again, a tier is used up before the
 * next, and nothing is retried once a byte went to the client. A refused key is no failed channel:
 * the next key is tried at once.
 */
export function runCall(
  context: RunContext,
  call: RelayCall,
  tiers: readonly Tier[],
  pinned: boolean,
  hedge?: HedgePlan,
): Promise<RunResult> {
  return new CallRun(context, call, { tiers, pinned, hedge }).run();
}

interface Route {
  tiers: readonly Tier[];
  pinned: boolean;
  hedge: HedgePlan | undefined;
}

/** What ends the loop of tries; after `stop` the last fault is told. */
type RunEnd = 'answered' | 'client-gone' | 'stop';

class CallRun {
  readonly #context: RunContext;
  readonly #call: RelayCall;
  readonly #tiers: readonly Tier[];
  readonly #pinned: boolean;
  readonly #hedge: HedgePlan | undefined;
  readonly #tried = new Set<number>();
  readonly #triedKeys = new Set<string>();
  /** Undefined where there is nothing to choose. */
  readonly #place: CallAffinity | undefined;
  readonly #trace: RouteTrace;
  /** Tells the channels that carry all of the call; undefined where all do. */
  readonly #isFit: ((channel: RuntimeChannel) => boolean) | undefined;
  /** A channel whose key was just refused and that has others. */
  #sameChannel: RuntimeChannel | undefined;
  #furtherKeys = 0;
  /** Channels that could not take the call, or were asked beside another: they cost no try. */
  #untold = 0;
  #attemptsMax = 1;
  #lastFault: UpstreamFault | undefined;
  #lastChannel: RuntimeChannel | undefined;
  #free: UnchargedReason | undefined;

  constructor(context: RunContext, call: RelayCall, { tiers, pinned, hedge }: Route) {
    this.#context = context;
    this.#call = call;
    this.#tiers = tiers;
    this.#pinned = pinned;
    this.#hedge = pinned ? undefined : hedge;
    this.#trace = call.trace = new RouteTrace(tiers);
    const { billable, state } = call.clientRequest;
    if (call.kind === 'chat' && (state || billable))
      this.#isFit = (channel) => this.#dialectOf(channel) === call.client.dialect;
    this.#place = this.#mayChoose() ? new CallAffinity(context, call) : undefined;
  }

  async run(): Promise<RunResult> {
    const { retryTimes } = this.#context;
    const call = this.#call;
    this.#attemptsMax = this.#pinned ? 1 : 1 + retryTimes();
    while (this.#tried.size - this.#untold < this.#attemptsMax && !isClientDisconnected(call)) {
      const channel = this.#next();
      if (!channel) break;
      const target = this.#begin(channel);
      const end = this.#hedge
        ? // oxlint-disable-next-line no-await-in-loop -- one try after the other
          await this.#race(this.#hedge, target)
        : // oxlint-disable-next-line no-await-in-loop -- one try after the other
          this.#judge(target, await this.#try(call, target));
      if (end === 'stop') break;
      if (end !== undefined) return end;
    }
    return this.#describeEnd();
  }

  #begin(channel: RuntimeChannel): AttemptTarget {
    return { channel, ticket: this.#context.health.begin(channel, routedModelOf(this.#call)) };
  }

  /** Draws the consequences of a try; undefined where the next channel shall be tried. */
  #judge({ channel, ticket }: AttemptTarget, result: AttemptResult): RunEnd | undefined {
    if (result.kind === 'answered') {
      if (result.broke) this.#call.broke = true;
      this.#remember(channel);
      return 'answered';
    }
    if (result.kind !== 'fault') {
      ticket.aborted();
      if (result.kind === 'cancelled') return undefined;
      if (result.settled) return 'client-gone';
      this.#free = result.free;
      return 'stop';
    }
    return this.#judgeFault(channel, ticket, result);
  }

  #judgeFault(
    channel: RuntimeChannel,
    ticket: AttemptReporter,
    result: Extract<AttemptResult, { kind: 'fault' }>,
  ): RunEnd | undefined {
    if (result.fault.refusesHistory && this.#call.history?.repairFor(channel.id)) {
      ticket.aborted();
      this.#sameChannel = channel.keyOf ?? channel;
      return undefined;
    }
    if (this.#triedToCompact(channel) && noteCompactionUnsupported(channel, result.fault)) {
      ticket.aborted();
      this.#sameChannel = channel.keyOf ?? channel;
      return undefined;
    }
    const unsent = result.unsent === true;
    if (unsent) ticket.aborted();
    ticket.failed(result.fault);
    this.#count(channel, result.fault);
    if (unsent) this.#untold += 1;
    // A hung upstream is left for another one even where failed calls are not repeated.
    if (this.#attemptsMax === 1 && !this.#pinned && isDeadline(result.fault)) this.#attemptsMax = 2;
    if (!unsent || !this.#lastFault || this.#lastFault.http === 501) {
      this.#lastFault = result.fault;
      this.#lastChannel = unsent ? undefined : channel;
    }
    return !result.fault.retryable || this.#call.clientDisconnected ? 'stop' : undefined;
  }

  /** A try that a second channel may be asked beside. A second one that fails costs no try. */
  async #race(plan: HedgePlan, target: AttemptTarget): Promise<RunEnd | undefined> {
    const race = new HedgeRace<RunEnd>({
      call: this.#call,
      plan,
      nowMs: this.#context.nowMs,
      attempt: (call, wanted) => this.#try(call, wanted),
      judge: (tried, result) => this.#judge(tried, result),
      findSecond: (first) => this.#findSecond(first),
    });
    const end = await race.start(target);
    if (race.isHedged) this.#untold += 1;
    return end;
  }

  #findSecond({ channel: { id } }: AttemptTarget): AttemptTarget | undefined {
    const { health, random } = this.#context;
    const { model, promptTokensEstimate: inputTokens } = this.#call.clientRequest;
    const tried = new Set([...this.#tried, id]);
    const isFit = this.#isFit;
    const wish = { model, inputTokens, tried, preferred: undefined, isFit, random };
    const choice = chooseChannel(this.#tiers, health, wish);
    if (!choice || choice.reason === 'last-resort') return undefined;
    this.#trace.note('hedge', health, wish);
    const wanted = { random, tried: this.#triedKeys, preferred: undefined };
    const channel = health.pickKey(choice.channel, wanted);
    return channel && this.#begin(channel);
  }

  #describeEnd(): RunResult {
    const call = this.#call;
    if (call.clientDisconnected) {
      const free = this.#free ?? (call.attempts.length > 0 ? 'failed' : 'not-sent');
      recordFailure(this.#context, call, leftBehind, { on_client_gone: free });
      if (free !== 'not-sent') countUncharged('client_gone');
      return 'client-gone';
    }
    return this.#lastFault
      ? describeFault(this.#lastFault, this.#lastChannel, call)
      : this.#describeNone();
  }

  #remember(channel: RuntimeChannel): void {
    this.#place?.remember(channel);
    if (this.#place || this.#call.clientRequest.state)
      rememberStateOwner(this.#context, this.#call, channel);
  }

  /** What fails inside the gateway tells nothing of the channel: its trial is free for the next call. */
  async #try(call: RelayCall, target: AttemptTarget): Promise<AttemptResult> {
    try {
      const lookedUp = call.history?.prepare(this.#dialectOf(target.channel));
      if (lookedUp) await lookedUp;
      return await tryChannel(this.#context, call, target);
    } catch (error) {
      target.ticket.aborted();
      throw error;
    }
  }

  #dialectOf(channel: RuntimeChannel): WireFormat | undefined {
    return this.#routeOf(channel)?.dialect;
  }

  #routeOf(channel: RuntimeChannel): ChannelRoute | undefined {
    const { kind, client } = this.#call;
    return routeCall(channel, { kind, model: routedModelOf(this.#call), dialect: client.dialect });
  }

  #triedToCompact(channel: RuntimeChannel): boolean {
    const { compacts } = this.#call.clientRequest;
    return compacts === true && this.#routeOf(channel)?.compactUrl !== undefined;
  }

  /** The channel for the next try, with its key; undefined when there is none left. */
  #next(): RuntimeChannel | undefined {
    const again = this.#sameChannel;
    this.#sameChannel = undefined;
    const place = this.#place?.find();
    const { health } = this.#context;
    const random =
      place || !this.#place ? this.#context.random : this.#place.draw(this.#context.random);
    const { clientRequest } = this.#call;
    const wish = {
      model: routedModelOf(this.#call),
      inputTokens: clientRequest.promptTokensEstimate,
      tried: this.#tried,
      preferred: place?.channelId,
      isFit: this.#isFit,
      random,
    };
    const choice: Choice | undefined = again
      ? { channel: again, reason: 'next-key' }
      : chooseChannel(this.#tiers, health, wish);
    if (!choice) return undefined;
    this.#trace.note(this.#pinned ? 'pinned' : choice.reason, health, wish);
    return health.pickKey(choice.channel, {
      random: this.#context.random,
      tried: this.#triedKeys,
      preferred: place?.keyFingerprint ?? this.#place?.drawKey(choice.channel),
    });
  }

  /** What a failed try uses up: the key, where the fault was the key's and there are others; else the channel. */
  #count(channel: RuntimeChannel, fault: UpstreamFault): void {
    const whole = channel.keyOf;
    if (whole && judgeFault(fault).scope === 'key' && this.#furtherKeys < FURTHER_KEYS_MAX) {
      this.#triedKeys.add(keyName(channel));
      this.#furtherKeys += 1;
      if (whole.variants.some((variant) => !this.#triedKeys.has(keyName(variant)))) {
        this.#sameChannel = whole;
        return;
      }
    }
    this.#tried.add(channel.id);
  }

  #mayChoose(): boolean {
    const [first] = this.#tiers;
    const single = this.#tiers.length === 1 && first?.channels.length === 1;
    return !this.#pinned && !(single && first.channels[0]?.variants.length === 0);
  }

  /** Why no channel could be tried at all: the prompt is too long for each, or there is none. */
  #describeNone(): CallerError {
    const { clientRequest, holder, language } = this.#call;
    const { model, promptTokensEstimate: tokens } = clientRequest;
    const limit = Math.max(
      0,
      ...this.#tiers.flatMap(({ channels }) =>
        channels.map(({ maxInputTokens }) => maxInputTokens),
      ),
    );
    const error =
      this.#tiers.length > 0
        ? new AppError('relay_input_too_long', { tokens, limit })
        : new AppError('relay_no_channel', { model, group: holder.group });
    return toCallerError(error, language);
  }
}

/** The row of a call whose client left before anything was answered: it costs nothing. */
const leftBehind = { code: 'client_gone', status: 499, message: '' };
