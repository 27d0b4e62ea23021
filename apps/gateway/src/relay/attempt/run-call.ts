import type { UpstreamFault, WireFormat } from '@tollgate/dialects';
import type { Clock } from '../../platform/clock.ts';
import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import { type ChannelRoute, routeCall } from '../../domain/channels/channel-route.ts';
import { countUncharged } from '../../domain/wallet/wallet-metrics.ts';
import { AppError } from '../../platform/app-error.ts';
import { recordFailure } from '../billing/settle-call.ts';
import { toCallerError } from '../errors/caller-error.ts';
import type { CallerError } from '../errors/caller-error-fields.ts';
import { describeFault } from '../errors/describe-fault.ts';
import { responseMemoryExhausted } from '../errors/upstream-faults.ts';
import type { HedgePlan } from '../hedging/hedge-plan.ts';
import { HedgeRace } from '../hedging/hedge-race.ts';
import { endAttempt } from '../tracing/end-attempt.ts';
import { type RelayCall, routedModelOf } from '../relay-call.ts';
import type { UnchargedReason } from '../response/client-disconnect-policy.ts';
import { markCompactionUnsupported } from '../routing/compaction-support.ts';
import { type AffinityContext, CallAffinity } from '../routing/conversation-affinity.ts';
import { RouteTrace } from '../routing/route-trace.ts';
import { rememberStateOwner, type StateOwnerContext } from '../routing/state-owner.ts';
import { noteOwner } from '../routing/stored-owners.ts';
import type { AttemptContext, AttemptTarget } from './attempt-context.ts';
import type { AttemptResult } from './attempt-result.ts';
import {
  AttemptRunner,
  type FailedAttempt,
  type RunEnd,
  type RunnerContext,
} from './attempt-runner.ts';
import { countUnchargedAttempt } from './count-uncharged-attempt.ts';
import { tryChannel } from './try-channel.ts';
import { isClientDisconnected } from './is-client-disconnected.ts';

export interface RunContext
  extends AttemptContext, AffinityContext, StateOwnerContext, RunnerContext, Pick<Clock, 'after'> {}

/** How a call ended: served (nothing left to write), client disconnected, or with an error to write. */
export type RunResult = 'answered' | 'client-gone' | CallerError;

/**
 * Runs a call with failover. Nothing is retried once a byte was sent to the client. A rejected key does not
 * fail its channel: the next key is used at once.
 */
export function runCall(
  context: RunContext,
  call: RelayCall,
  tiers: readonly Tier[],
  pinned: boolean,
  hedge?: HedgePlan,
): Promise<RunResult> {
  const trace = (call.trace = new RouteTrace(tiers));
  return new CallRun(context, call, { tiers, pinned, trace, hedge }).run();
}

interface Route {
  tiers: readonly Tier[];
  pinned: boolean;
  trace: RouteTrace;
  hedge: HedgePlan | undefined;
}

class CallRun extends AttemptRunner<RunResult> {
  protected override readonly furtherKeysMax = 5;
  readonly #context: RunContext;
  readonly #call: RelayCall;
  #unchargedReason: UnchargedReason | undefined;

  constructor(context: RunContext, call: RelayCall, route: Route) {
    super(context, route);
    this.#context = context;
    this.#call = call;
    const { billable, state } = call.clientRequest;
    if (call.kind === 'chat' && (state || billable))
      this.isFit = (channel) => this.#dialectOf(channel) === call.client.dialect;
    if (this.#mayChoose()) this.affinity = new CallAffinity(context, call);
    const { hedge } = route;
    if (hedge && !route.pinned) this.race = (target) => this.#runRace(hedge, target);
  }

  protected override get model(): string {
    return routedModelOf(this.#call);
  }

  protected override get inputTokens(): number {
    return this.#call.clientRequest.promptTokensEstimate;
  }

  protected override get mayContinue(): boolean {
    return !isClientDisconnected(this.#call);
  }

  protected override mayRetry({ fault }: FailedAttempt): boolean {
    return fault.retryable && !this.#call.clientDisconnected;
  }

  protected override attempt(target: AttemptTarget): Promise<AttemptResult> {
    return this.#try(this.#call, target);
  }

  protected override canRepair(channel: RuntimeChannel, fault: UpstreamFault): boolean {
    if (fault.refusesHistory && this.#call.history?.repairFor(channel.id)) return true;
    return this.#triedToCompact(channel) && markCompactionUnsupported(channel, fault);
  }

  protected override onResponded(
    channel: RuntimeChannel,
    { broke }: Extract<AttemptResult, { kind: 'answered' }>,
  ): void {
    if (broke) this.#call.broke = true;
    this.affinity?.remember(channel);
    const { clientRequest, responseId, created } = this.#call;
    if (this.affinity || clientRequest.state || (responseId ?? created) !== undefined)
      rememberStateOwner(this.#context, this.#call, channel);
  }

  protected override onClientDisconnect({
    free,
  }: Extract<AttemptResult, { kind: 'client-gone' }>): void {
    this.#unchargedReason = free;
  }

  /** Runs a hedged attempt. A failure of the second channel does not count as an attempt. */
  async #runRace(plan: HedgePlan, target: AttemptTarget): Promise<RunEnd | undefined> {
    const race = new HedgeRace<RunEnd>({
      call: this.#call,
      plan,
      nowMs: this.#context.nowMs,
      after: this.#context.after,
      attempt: (call, target) => this.#try(call, target),
      judge: (tried, result) => this.evaluate(tried, result),
      findSecond: (first) => this.chooseSecond(first),
    });
    const end = await race.start(target);
    if (race.isHedged) this.uncounted += 1;
    return end;
  }

  protected override describeEnd(): RunResult {
    const call = this.#call;
    if (call.clientDisconnected) {
      const free = this.#unchargedReason ?? (call.attempts.length > 0 ? 'failed' : 'not-sent');
      recordFailure(this.#context, call, clientDisconnected, { on_client_gone: free });
      if (free !== 'not-sent') countUncharged('client_gone');
      return 'client-gone';
    }
    return this.lastFault
      ? describeFault(this.lastFault, this.lastChannel, call)
      : this.#describeNone();
  }

  /**
   * Runs one attempt. A failure inside the gateway does not count against the channel: its probe is left to
   * the next call.
   */
  async #try(call: RelayCall, target: AttemptTarget): Promise<AttemptResult> {
    if (this.#holdsTooMuch(call)) return { kind: 'fault', fault: responseMemoryExhausted };
    const span = call.span?.attempt(call.kind, target.channel, this.model);
    if (span) call.attemptSpan = span;
    try {
      const lookup = call.history?.prepare(this.#dialectOf(target.channel));
      if (lookup) await lookup;
      const result = await tryChannel(this.#context, call, target);
      if (result.kind === 'fault') countUnchargedAttempt(result.fault);
      if (result.kind === 'client-gone') noteOwner(this.#context.owners, call);
      if (span) endAttempt(span, result);
      return result;
    } catch (error) {
      span?.fail('internal_error');
      span?.end();
      target.ticket.aborted();
      throw error;
    }
  }

  /**
   * Whether a caller's unread buffered responses already occupy as much as is free. It then gets no further
   * one: the provider would bill it, but it could be neither delivered nor charged.
   */
  #holdsTooMuch({ holder, clientRequest }: RelayCall): boolean {
    return !clientRequest.stream && !this.#context.responseBuffer.budget.hasCapacity(holder.userId);
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

  #mayChoose(): boolean {
    const [first] = this.tiers;
    const single = this.tiers.length === 1 && first?.channels.length === 1;
    return !this.pinned && !(single && first.channels[0]?.variants.length === 0);
  }

  /** Why no channel could be attempted: the prompt is too long for each, or there is none. */
  #describeNone(): CallerError {
    const { clientRequest, holder, language } = this.#call;
    const { model, promptTokensEstimate: tokens } = clientRequest;
    const limit = Math.max(
      0,
      ...this.tiers.flatMap(({ channels }) => channels.map(({ maxInputTokens }) => maxInputTokens)),
    );
    const error =
      this.tiers.length > 0
        ? new AppError('relay_input_too_long', { tokens, limit })
        : new AppError('relay_no_channel', { model, group: holder.group });
    return toCallerError(error, language);
  }
}

/** Logs a call whose client disconnected before any response; it costs nothing. */
const clientDisconnected = { code: 'client_gone', status: 499, message: '' };
