import type { UpstreamFault } from '@tollgate/dialects';
import type { Price } from '@tollgate/pricing';
import type { AttemptReporter } from '../../domain/channel-health/attempt-reporter.ts';
import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import { hideKey } from '../../domain/channels/hide-key.ts';
import { requestTaskChannel } from '../../domain/tasks/request-task-channel.ts';
import type { Task } from '../../domain/tasks/task.ts';
import type { Reservation } from '../../domain/wallet/wallet.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Outbound } from '../../platform/outbound.ts';
import { chooseChannel } from '../routing/choose-channel.ts';
import { describeFault } from '../errors/describe-fault.ts';
import { noteFault } from '../attempt/note-fault.ts';
import type { Language } from '../../domain/error-texts.ts';
import type { RelayRequest, Attempt } from '../relay-call.ts';
import { type CallerError, toCallerError } from '../errors/caller-error.ts';
import { RouteTrace } from '../routing/route-trace.ts';
import type { RunContext } from '../attempt/run-call.ts';
import type { Caller } from '../serve-inference.ts';
import { judgeNoResponse, judgeSubmit, type SubmitVerdict } from './judge-submit.ts';
import type { TaskPlan } from './task-plan.ts';
import type { TaskWork } from './task-routes.ts';

export interface SubmitRequest {
  incoming: RelayRequest;
  work: Extract<TaskWork, { what: 'submit' }>;
  caller: Caller;
  language: Language;
}

/** Everything known about a submit while it runs. */
export interface SubmitCall extends SubmitRequest {
  readonly plan: TaskPlan;
  readonly price: Price;
  readonly quota: number;
  /** The task that it goes on with. */
  readonly origin: Task | undefined;
  readonly reservation: Reservation;
  readonly task: Task;
  readonly attempts: Attempt[];
  trace: RouteTrace | undefined;
}

export type SubmitResult =
  | { kind: 'taken'; verdict: Extract<SubmitVerdict, { kind: 'taken' }>; channel: RuntimeChannel }
  | { kind: 'fault'; fault: CallerError };

export interface SubmitTarget {
  tiers: readonly Tier[];
  /** Where upstreams shall tell of the task; '' for nowhere. */
  notifyHook: string;
}

const ANSWER_MS = 60_000;
/** No further channel is asked after this time: the task is given up soon. */
const TRIES_MS = 4 * 60_000;

/** Asks channels until one takes the task; the next one only where the last certainly did not. */
export class SubmitRun {
  readonly #run: RunContext;
  readonly #ask: Outbound;
  readonly #call: SubmitCall;
  readonly #place: SubmitTarget;

  constructor(run: RunContext, ask: Outbound, call: SubmitCall, place: SubmitTarget) {
    this.#run = run;
    this.#ask = ask;
    this.#call = call;
    this.#place = place;
  }

  async run(): Promise<SubmitResult> {
    const { health, retryTimes, nowMs } = this.#run;
    const { plan } = this.#call;
    this.#call.trace = new RouteTrace(this.#place.tiers);
    const endsMs = nowMs() + TRIES_MS;
    const tried = new Set<number>();
    let last: { verdict: Refused; channel: RuntimeChannel } | undefined;
    while (tried.size <= retryTimes() && nowMs() < endsMs) {
      const channel = this.#next(tried);
      if (!channel) break;
      tried.add(channel.id);
      const ticket = health.begin(channel, plan.model);
      // oxlint-disable-next-line no-await-in-loop -- one channel after the other
      const verdict = await this.#try(channel, ticket);
      if (verdict.kind === 'taken') return { kind: 'taken', verdict, channel };
      last = { verdict, channel };
      if (!verdict.certain || isOfTheCall(verdict.fault)) break;
    }
    return { kind: 'fault', fault: this.#describe(last) };
  }

  #next(tried: ReadonlySet<number>): RuntimeChannel | undefined {
    const { health, random } = this.#run;
    const { plan, origin, trace } = this.#call;
    const wish = { model: plan.model, inputTokens: 0, tried, preferred: undefined, random };
    const choice = chooseChannel(this.#place.tiers, health, wish);
    if (!choice) return undefined;
    trace?.note(choice.reason, health, wish);
    // What goes on with a task belongs to the account that made it, even where its key rests.
    const sameKey = choice.channel.variants.find(
      ({ keyFingerprint }) => keyFingerprint === origin?.channel_key,
    );
    return sameKey ?? health.pickKey(choice.channel, { random, tried: new Set() });
  }

  async #try(channel: RuntimeChannel, ticket: AttemptReporter): Promise<SubmitVerdict> {
    const { plan, work, origin, task, attempts } = this.#call;
    const attempt: Attempt = { channel: channel.id, name: channel.name, ms: 0, status: 0 };
    if (channel.keyOf) attempt.key = channel.keyFingerprint;
    attempts.push(attempt);
    const body = plan.bodyFor({ channel, origin, notifyHook: this.#place.notifyHook });
    const startedAt = performance.now();
    const question = { channel, path: work.path, body, timeoutMs: ANSWER_MS };
    const told = await requestTaskChannel(this.#ask, question).then(
      (answer) => {
        attempt.status = answer.status;
        return judgeSubmit(task.platform, answer);
      },
      (error: unknown) => judgeNoResponse(error as Error),
    );
    attempt.ms = Math.round(performance.now() - startedAt);
    if (told.kind === 'taken') {
      ticket.succeeded(attempt.ms);
      return told;
    }
    const verdict = { ...told, fault: hideKey(told.fault, channel) };
    ticket.failed(verdict.fault);
    noteFault(attempt, verdict.fault);
    return verdict;
  }

  #describe(last: { verdict: Refused; channel: RuntimeChannel } | undefined): CallerError {
    const { plan, caller, language } = this.#call;
    if (!last) {
      const where = { model: plan.model, group: caller.holder.group };
      return toCallerError(new AppError('relay_no_channel', where), language);
    }
    const { verdict, channel } = last;
    const clientRequest = { model: plan.model };
    const fault = describeFault(verdict.fault, channel, { language, clientRequest });
    if (verdict.code === undefined) return fault;
    return { ...fault, imageTask: { code: verdict.code, properties: verdict.properties ?? {} } };
  }
}

type Refused = Extract<SubmitVerdict, { kind: 'refused' }>;

/** Another channel would say the same. */
function isOfTheCall({ kind }: UpstreamFault): boolean {
  return kind === 'invalid-request' || kind === 'content-filter';
}
