import type { UpstreamFault } from '@tollgate/dialects';
import type { Price } from '@tollgate/pricing';
import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import { hideKeyInData } from '../../domain/channels/hide-key.ts';
import { requestTaskChannel } from '../../domain/tasks/request-task-channel.ts';
import type { Task } from '../../domain/tasks/task.ts';
import type { Reservation } from '../../domain/wallet/wallet.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Outbound } from '../../platform/outbound.ts';
import { describeFault } from '../errors/describe-fault.ts';
import type { Language } from '../../domain/error-texts.ts';
import type { RelayRequest } from '../relay-call.ts';
import type { Attempt } from '../attempt/logged-attempt.ts';
import { toCallerError } from '../errors/caller-error.ts';
import type { CallerError } from '../errors/caller-error-fields.ts';
import { RouteTrace } from '../routing/route-trace.ts';
import type { AttemptTarget } from '../attempt/attempt-context.ts';
import type { AttemptResult } from '../attempt/attempt-result.ts';
import { AttemptRunner, type FailedAttempt } from '../attempt/attempt-runner.ts';
import { recordAttempt } from '../attempt/record-attempt.ts';
import type { RunContext } from '../attempt/run-call.ts';
import type { Caller } from '../caller.ts';
import { verdictOfError, parseSubmitResponse, type SubmitVerdict } from './judge-submit.ts';
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
  /** The task that it continues. */
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
  /** Where upstreams report the task's progress; '' for nowhere. */
  notifyHook: string;
}

const RESPONSE_MS = 60_000;
/** After this time no further channel is tried: the task is about to be given up. */
const ATTEMPTS_MS = 4 * 60_000;

/**
 * Submits a task with failover: the next channel is tried only if the last one certainly did not accept it.
 */
export async function runSubmit(
  run: RunContext,
  outbound: Outbound,
  call: SubmitCall,
  target: SubmitTarget,
): Promise<SubmitResult> {
  call.trace = new RouteTrace(target.tiers);
  const submit = new SubmitRun(run, outbound, call, target);
  const end = await submit.run();
  if (typeof end !== 'string') return { kind: 'fault', fault: end };
  return submit.accepted as Accepted;
}

class SubmitRun extends AttemptRunner<CallerError> {
  /** Set once a channel has accepted the task. */
  accepted: Accepted | undefined;
  readonly #outbound: Outbound;
  readonly #call: SubmitCall;
  readonly #target: SubmitTarget;
  readonly #nowMs: () => number;
  readonly #endsMs: number;
  #refused: Refused | undefined;

  constructor(run: RunContext, outbound: Outbound, call: SubmitCall, target: SubmitTarget) {
    super(run, { tiers: target.tiers, pinned: false, trace: call.trace as RouteTrace });
    this.#outbound = outbound;
    this.#call = call;
    this.#target = target;
    this.#nowMs = run.nowMs;
    this.#endsMs = run.nowMs() + ATTEMPTS_MS;
  }

  protected override get model(): string {
    return this.#call.plan.model;
  }

  protected override get inputTokens(): number {
    return 0;
  }

  protected override get mayContinue(): boolean {
    return this.#nowMs() < this.#endsMs;
  }

  /** A follow-up belongs to the account that ran the task, even while its key is in cooldown. */
  protected override requiredKey({ variants }: RuntimeChannel): RuntimeChannel | undefined {
    const { origin } = this.#call;
    return variants.find(({ keyFingerprint }) => keyFingerprint === origin?.channel_key);
  }

  protected override mayRetry({ fault }: FailedAttempt): boolean {
    return this.#refused?.certain === true && !isOfTheCall(fault);
  }

  protected override attempt(target: AttemptTarget): Promise<AttemptResult> {
    const { channel } = target;
    const { plan, work, origin, attempts } = this.#call;
    return recordAttempt(attempts, target, async () => {
      const body = plan.bodyFor({ channel, origin, notifyHook: this.#target.notifyHook });
      const request = { channel, path: work.path, body, timeoutMs: RESPONSE_MS };
      const { status, verdict } = await this.#submit(request);
      if (verdict.kind === 'refused') {
        this.#refused = hideKeyInData(verdict, channel);
        return { status, fault: verdict.fault };
      }
      this.accepted = { kind: 'taken', verdict, channel };
      return { status };
    });
  }

  #submit(
    request: Parameters<typeof requestTaskChannel>[1],
  ): Promise<{ status: number; verdict: SubmitVerdict }> {
    const { platform } = this.#call.task;
    return requestTaskChannel(this.#outbound, request).then(
      (response) => ({ status: response.status, verdict: parseSubmitResponse(platform, response) }),
      (error: unknown) => ({ status: 0, verdict: verdictOfError(error as Error) }),
    );
  }

  protected override describeEnd(): CallerError {
    const { plan, caller, language } = this.#call;
    if (!this.lastFault || !this.#refused) {
      const details = { model: plan.model, group: caller.holder.group };
      return toCallerError(new AppError('relay_no_channel', details), language);
    }
    const clientRequest = { model: plan.model };
    const error = describeFault(this.lastFault, this.lastChannel, { language, clientRequest });
    const { code, properties = {} } = this.#refused;
    return code === undefined ? error : { ...error, imageTask: { code, properties } };
  }
}

type Accepted = Extract<SubmitResult, { kind: 'taken' }>;
type Refused = Extract<SubmitVerdict, { kind: 'refused' }>;

/** Whether another channel would reject it too. */
function isOfTheCall({ kind }: UpstreamFault): boolean {
  return kind === 'invalid-request' || kind === 'content-filter';
}
