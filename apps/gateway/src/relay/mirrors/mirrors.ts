import { computeCharge, emptyUsage } from '@tollgate/pricing';
import type { Domain } from '../../domain/domain.ts';
import type { ActiveRule } from '../../domain/traffic/traffic-rules.ts';
import { buildUpstreamRequest } from '../attempt/build-upstream-request.ts';
import { pickChannel } from '../routing/pick-channel.ts';
import { completeRequest } from '../transports/complete-request.ts';
import { type RelayCall, routedModelOf } from '../relay-call.ts';
import type { RunContext } from '../attempt/run-call.ts';
import { findTarget } from '../traffic/find-target.ts';
import { countMirror } from './mirror-metrics.ts';
import { type MirrorOutcome, MirrorRequest } from './mirror-request.ts';
import { priceFor } from '../request/admit.ts';

/** Concurrent copies per node. None is queued: without a free slot a copy is dropped. */
const RUNNING_MAX = 16;
/** Larger bodies are not copied: preparing them would delay other calls. */
const BODY_BYTES_MAX = 256 * 1024;

type MirrorDomain = Pick<Domain, 'catalog' | 'channelHealth' | 'prices' | 'traffic'>;

/**
 * Sends copies of calls to another channel or model for comparison. Nobody is charged or delayed, and no
 * result of a copy reaches the caller, the log or the channel's health.
 */
export class Mirrors {
  readonly #domain: MirrorDomain;
  readonly #run: RunContext;
  #running = 0;

  constructor(domain: MirrorDomain, run: RunContext) {
    this.#domain = domain;
    this.#run = run;
  }

  /** Copies a call that was just sent, and sends the copy after this event-loop turn. */
  copy(call: RelayCall, rule: ActiveRule): void {
    if (this.#running >= RUNNING_MAX || call.clientRequest.bytes.length > BODY_BYTES_MAX)
      return countMirror('dropped');
    this.#running += 1;
    setImmediate(() => {
      this.#send(call, rule).catch(() => this.#drop());
    });
  }

  #drop(): void {
    this.#running -= 1;
    countMirror('dropped');
  }

  async #send(original: RelayCall, rule: ActiveRule): Promise<void> {
    const { catalog, channelHealth: health } = this.#domain;
    const { nowMs, random, upstreamClient } = this.#run;
    const target = findTarget({ catalog, health }, rule, original);
    // If the call has started in the meantime, its body may have been released.
    if (!target || original.clientRequest.bytes.length === 0) return this.#drop();
    const call = copyOf(original, target.model);
    const channel = pickChannel({ health, random }, target.tiers, {
      model: routedModelOf(call),
      inputTokens: call.clientRequest.promptTokensEstimate,
    });
    if (!channel) return this.#drop();
    const built = buildUpstreamRequest(call, channel, nowMs());
    // A copy is not worth a second request or another kind of connection.
    if ('fault' in built || built.media || built.job || built.socket) return this.#drop();
    const { kind } = await completeRequest(this.#run, {
      call,
      channel,
      built,
      send: (ready) =>
        new Promise((resolve) => {
          new MirrorRequest(ready, (outcome) => {
            this.#record(call, rule, outcome);
            resolve({ kind: 'answered' });
          }).start(upstreamClient);
        }),
      refuse: (fault) => ({ kind: 'fault', fault }),
    });
    // The channel got no access token, so the copy was not sent.
    if (kind !== 'answered') this.#drop();
  }

  #record(call: RelayCall, { id: ruleId }: ActiveRule, outcome: MirrorOutcome): void {
    this.#running -= 1;
    const { failed, beginMs, totalMs } = outcome;
    countMirror(failed ? 'failed' : 'answered');
    const usage = outcome.usage ?? {
      ...emptyUsage(),
      promptTokens: failed ? 0 : call.clientRequest.promptTokensEstimate,
      completionTokens: outcome.estimatedCompletionTokens,
    };
    const price = priceFor(this.#domain.prices.current(), call.holder, routedModelOf(call));
    this.#domain.traffic.figures.note({
      ruleId,
      side: 'trial',
      failed,
      beginMs: failed ? undefined : beginMs,
      totalMs: failed ? undefined : totalMs,
      promptTokens: usage.promptTokens,
      completionTokens: usage.completionTokens,
      cost: price ? computeCharge(price, usage) : 0,
    });
  }
}

/** Copies a call without its caller's data: nothing that results from it is stored or counted. */
function copyOf(call: RelayCall, model: string | undefined): RelayCall {
  return {
    ...call,
    cover: call.cover.copy(),
    history: call.history?.withoutKeeping(),
    words: undefined,
    arrayFrame: undefined,
    remember: undefined,
    attempts: [],
    trace: undefined,
    routedModel: model,
  };
}
