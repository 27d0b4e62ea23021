import type { UpstreamFault, WireFormat } from '@tollgate/dialects';
import type { RuntimeChannel, Tier } from '../domain/channels/channel-catalog.ts';
import { type ChannelRoute, routeCall } from '../domain/channels/channel-route.ts';
import { keyName } from '../domain/channel-health/channel-keys.ts';
import { isDeadline, judgeFault } from '../domain/channel-health/fault-rules.ts';
import type { ChannelHealth } from '../domain/channel-health/channel-health.ts';
import { AppError } from '../platform/app-error.ts';
import type { AttemptResult } from './attempt-result.ts';
import { CallPlace, type PlaceContext } from './call-place.ts';
import { type Choice, chooseChannel } from './choose-channel.ts';
import type { FreeBecause } from './client-gone.ts';
import { describeFault } from './describe-fault.ts';
import { hasLeft } from './has-left.ts';
import { noteLackingCompaction } from './lacking-compaction.ts';
import type { RelayCall } from './relay-call.ts';
import { type PublicFault, toPublicFault } from './render-fault.ts';
import { RouteTrace } from './route-trace.ts';
import { recordFailure } from './settle-call.ts';
import { rememberKeeper } from './state-keeper.ts';
import { tryChannel } from './try-channel.ts';
import type { TryContext, TryTarget } from './try-context.ts';
import { countUncharged } from '../domain/wallet/money-metrics.ts';

export interface RunContext extends TryContext, PlaceContext {
  retryTimes: () => number;
  random: () => number;
  health: ChannelHealth;
}

/** How a call ended: answered (nothing left to write), left by the client, or a fault to write. */
export type RunResult = 'answered' | 'client-gone' | PublicFault;

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
): Promise<RunResult> {
  return new CallRun(context, call, tiers, pinned).run();
}

class CallRun {
  readonly #context: RunContext;
  readonly #call: RelayCall;
  readonly #tiers: readonly Tier[];
  readonly #pinned: boolean;
  readonly #tried = new Set<number>();
  readonly #triedKeys = new Set<string>();
  /** Undefined where there is nothing to choose. */
  readonly #place: CallPlace | undefined;
  readonly #trace: RouteTrace;
  /** Tells the channels that carry all of the call; undefined where all do. */
  readonly #isFit: ((channel: RuntimeChannel) => boolean) | undefined;
  /** A channel whose key was just refused and that has others. */
  #sameChannel: RuntimeChannel | undefined;
  #furtherKeys = 0;
  /** Channels that could not take the call; they cost no try. */
  #unsent = 0;

  constructor(context: RunContext, call: RelayCall, tiers: readonly Tier[], pinned: boolean) {
    this.#context = context;
    this.#call = call;
    this.#tiers = tiers;
    this.#pinned = pinned;
    this.#trace = call.trace = new RouteTrace(tiers);
    const { billable, state } = call.clientRequest;
    if (call.kind === 'chat' && (state || billable))
      this.#isFit = (channel) => this.#dialectOf(channel) === call.client.dialect;
    this.#place = this.#mayChoose() ? new CallPlace(context, call) : undefined;
  }

  async run(): Promise<RunResult> {
    const { health, retryTimes } = this.#context;
    const call = this.#call;
    let attemptsMax = this.#pinned ? 1 : 1 + retryTimes();
    let lastFault: UpstreamFault | undefined;
    let lastChannel: RuntimeChannel | undefined;
    let free: FreeBecause | undefined;
    while (this.#tried.size - this.#unsent < attemptsMax && !hasLeft(call)) {
      const channel = this.#next();
      if (!channel) break;
      const ticket = health.begin(channel, call.clientRequest.model);
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      const result = await this.#try({ channel, ticket });
      if (result.kind === 'answered') {
        this.#remember(channel);
        return 'answered';
      }
      if (result.kind === 'client-gone') {
        ticket.left();
        if (result.settled) return 'client-gone';
        free = result.free;
        break;
      }
      if (result.fault.refusesHistory && call.history?.repairFor(channel.id)) {
        ticket.left();
        this.#sameChannel = channel.keyOf ?? channel;
        continue;
      }
      if (this.#triedToCompact(channel) && noteLackingCompaction(channel, result.fault)) {
        ticket.left();
        this.#sameChannel = channel.keyOf ?? channel;
        continue;
      }
      const unsent = result.unsent === true;
      if (unsent) ticket.left();
      ticket.failed(result.fault);
      this.#count(channel, result.fault);
      if (unsent) this.#unsent += 1;
      // A hung upstream is left for another one even where failed calls are not repeated.
      if (attemptsMax === 1 && !this.#pinned && isDeadline(result.fault)) attemptsMax = 2;
      if (!unsent || !lastFault || lastFault.http === 501) {
        lastFault = result.fault;
        lastChannel = unsent ? undefined : channel;
      }
      if (!result.fault.retryable || call.clientGone) break;
    }
    if (call.clientGone) {
      free ??= call.attempts.length > 0 ? 'failed' : 'not-sent';
      recordFailure(this.#context, call, leftBehind, { on_client_gone: free });
      if (free !== 'not-sent') countUncharged('client_gone');
      return 'client-gone';
    }
    return lastFault ? describeFault(lastFault, lastChannel, call) : this.#describeNone();
  }

  #remember(channel: RuntimeChannel): void {
    this.#place?.remember(channel);
    if (this.#place || this.#call.clientRequest.state)
      rememberKeeper(this.#context, this.#call, channel);
  }

  /** What fails inside the gateway tells nothing of the channel: its trial is free for the next call. */
  async #try(target: TryTarget): Promise<AttemptResult> {
    try {
      const lookedUp = this.#call.history?.prepare(this.#dialectOf(target.channel));
      if (lookedUp) await lookedUp;
      return await tryChannel(this.#context, this.#call, target);
    } catch (error) {
      target.ticket.left();
      throw error;
    }
  }

  #dialectOf(channel: RuntimeChannel): WireFormat | undefined {
    return this.#routeOf(channel)?.dialect;
  }

  #routeOf(channel: RuntimeChannel): ChannelRoute | undefined {
    const { kind, client, clientRequest } = this.#call;
    return routeCall(channel, { kind, model: clientRequest.model, dialect: client.dialect });
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
      model: clientRequest.model,
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
  #describeNone(): PublicFault {
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
    return toPublicFault(error, language);
  }
}

/** The row of a call whose client left before anything was answered: it costs nothing. */
const leftBehind = { code: 'client_gone', status: 499, message: '' };
