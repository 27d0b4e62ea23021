import { computeCharge, emptyUsage, type Price } from '@tollgate/pricing';
import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import { hideKeyInData } from '../../domain/channels/hide-key.ts';
import { hasClip } from '../../domain/tasks/has-clip.ts';
import { findOwnTask } from '../../domain/tasks/find-task.ts';
import { taskCallbackUrl } from '../../domain/tasks/task-callback-url.ts';
import {
  discardTask,
  markTaskCharged,
  recordAcceptedTask,
  createTask,
} from '../../domain/tasks/task-lifecycle.ts';
import type { Task } from '../../domain/tasks/task.ts';
import { platforms } from '../../domain/tasks/task-platforms.ts';
import { countUncharged } from '../../domain/wallet/wallet-metrics.ts';
import { AppError } from '../../platform/app-error.ts';
import { admitChannels, admitModel } from '../request/admit.ts';
import { observeOutcome } from '../metrics/relay-metrics.ts';
import { writeCallerError } from '../errors/caller-error.ts';
import { reserveAmount } from '../billing/reserve-call.ts';
import type { InferenceContext } from '../inference-context.ts';
import type { Caller } from '../caller.ts';
import { recordFailure, settleTask } from '../billing/settle-call.ts';
import { continuedFactor, factorToInherit } from './cost-factor.ts';
import { planImageTask } from './plan-image-task.ts';
import { planMusicTask } from './plan-music-task.ts';
import type { SubmitVerdict } from './judge-submit.ts';
import { type SubmitRequest, type SubmitCall, runSubmit } from './run-submit.ts';
import type { TaskBody, TaskPlan } from './task-plan.ts';
import { continuedModel } from './video-model.ts';
import { writeTaskResponse } from './write-task-response.ts';

const NOTHING = { tokens: 0, quota: 0 };

/**
 * Submits a task: reserves its price, inserts its row, calls an upstream, records the acceptance, charges,
 * responds. This order keeps a crash at any point harmless (ADR 20). Throws AppError before anything is sent.
 */
export async function submitTask(
  services: InferenceContext,
  submit: SubmitRequest,
  body: TaskBody,
): Promise<void> {
  const { domain, run } = services;
  const { incoming, caller } = submit;
  const { holder } = caller;
  const parsed = planOf(services, submit, body);
  incoming.model = parsed.model;
  services.contentFilter.checkBody(body);
  admitPrice(services, caller, parsed.model);
  const origin = await findOrigin(services, submit, parsed);
  const plan = {
    ...parsed,
    model: continuedModel(parsed, origin),
    factor: continuedFactor(parsed, origin),
    data: { ...parsed.data, ...factorToInherit(parsed.factor, origin) },
  };
  incoming.model = plan.model;
  const price = admitPrice(services, caller, plan.model);
  const tiers = tiersFor(services, submit, { plan, origin });
  const quota = computeCharge(price, emptyUsage(), plan.factor);
  const admission = await domain.limiter.admit(holder, plan.model, incoming.callId);
  let used = NOTHING;
  try {
    const reservation = await reserveAmount(run, holder, quota);
    try {
      const call: SubmitCall = {
        ...submit,
        plan,
        price,
        quota,
        origin,
        reservation,
        task: await open(services, submit, { plan, quota }),
        attempts: [],
        trace: undefined,
      };
      used = await serve(services, call, tiers);
    } finally {
      run.wallet.void(reservation);
    }
  } finally {
    admission.release(used);
  }
}

function planOf(
  { domain: { options } }: InferenceContext,
  { work, caller }: SubmitRequest,
  body: TaskBody,
): TaskPlan {
  if (work.platform === 'suno') return planMusicTask(work.kind, body, options);
  const mode = work.mode || caller.holder.drawingMode;
  return planImageTask({ kind: work.kind, mode }, body, options);
}

/** Returns the price of an action, which is a price per call. Throws AppError if none is set. */
function admitPrice(services: InferenceContext, { holder }: Caller, model: string): Price {
  const price = admitModel(services.admit(), holder, model);
  if (price.kind !== 'call') throw new AppError('relay_model_not_priced', { model });
  return price;
}

/**
 * Finds the task that a submit continues. Throws AppError if the caller has no such task, or it is not ready.
 */
async function findOrigin(
  services: InferenceContext,
  { work: { platform }, caller }: SubmitRequest,
  { originId: id, originResultId = '', originWaits }: TaskPlan,
): Promise<Task | undefined> {
  if (id === '') return undefined;
  const owner = { platform, userId: caller.holder.userId };
  const origin = await findOwnTask(services.domain, owner, id);
  if (origin.upstream_id === '') throw new AppError('relay_task_not_found', { id });
  // All callers share the provider's account, which would continue another's result.
  if (originResultId !== '' && !hasClip(origin, originResultId))
    throw new AppError('relay_task_not_found', { id: originResultId.slice(0, 100) });
  const mustBeDone =
    platform === 'mj' && services.domain.options.boolean('MjActionCheckSuccessEnabled');
  if (mustBeDone && !originWaits && origin.status !== 'SUCCESS')
    throw new AppError('relay_task_not_ready', { id });
  return origin;
}

/**
 * Returns the channels that run such tasks; for a follow-up, the one that ran the original. Throws AppError
 * if there is none.
 */
function tiersFor(
  services: InferenceContext,
  { work, caller }: SubmitRequest,
  { plan, origin }: { plan: TaskPlan; origin: Task | undefined },
): readonly Tier[] {
  const { credential, holder } = caller;
  const admit = services.admit();
  if (origin) {
    const channel = admit.catalog.find(origin.channel_id);
    if (!channel?.enabled) throw new AppError('relay_task_channel_gone');
    return [{ priority: 0, channels: [channel] }];
  }
  const { channelTypes } = platforms[work.platform];
  const makes = ({ type }: RuntimeChannel) => channelTypes.has(type);
  const tiers = admitChannels(admit, holder, plan.model, credential.pinnedChannelId)
    .map(({ priority, channels }) => ({ priority, channels: channels.filter(makes) }))
    .filter(({ channels }) => channels.length > 0);
  if (tiers.length === 0)
    throw new AppError('relay_no_channel', { model: plan.model, group: holder.group });
  return tiers;
}

/** Creates the row of the task before any upstream is called. */
function open(
  { domain }: InferenceContext,
  { work: { platform }, caller: { holder }, incoming }: SubmitRequest,
  { plan, quota }: { plan: TaskPlan; quota: number },
): Promise<Task> {
  return createTask(domain, {
    platform,
    user_id: holder.userId,
    username: holder.username,
    token_id: holder.apiKeyId,
    token_name: holder.apiKeyName,
    token_limited: holder.unlimited ? 0 : 1,
    group: holder.group,
    model_name: plan.model,
    request_id: incoming.callId,
    action: plan.action,
    quota,
    notify_hook: plan.notifyHook,
    data: plan.data,
  });
}

/** Calls upstreams, charges for an accepted task, and responds. */
async function serve(
  services: InferenceContext,
  call: SubmitCall,
  tiers: readonly Tier[],
): Promise<typeof NOTHING> {
  const { domain, run } = services;
  const { incoming, task, plan } = call;
  const notifyHook = taskCallbackUrl(domain, task);
  const result = await runSubmit(run, domain.taskTools.channels, call, { tiers, notifyHook });
  if (result.kind === 'fault') {
    await discardTask(domain, task);
    observeOutcome('task', 'fault');
    recordFailure(run, logged(call), result.fault);
    writeCallerError(incoming.response, result.fault, incoming);
    return NOTHING;
  }
  const { verdict, channel } = result;
  const { resultFiles } = verdict;
  const accepted = await recordAcceptedTask(domain, task, { ...verdict, resultFiles, channel });
  if (!accepted) {
    countUncharged('task');
    throw new AppError('relay_upstream_timeout', { model: plan.model });
  }
  const used = { tokens: 0, quota: call.quota };
  const facts = { task_id: task.task_id, action: plan.action, call_factor: plan.factor };
  await settleTask(run, { ...logged(call), used }, { channel, quota: call.quota, facts });
  await markTaskCharged(domain, task);
  observeOutcome('task', 'answered');
  writeTaskResponse(incoming, responseOf(call, hideKeyInData(verdict, channel)));
  return used;
}

type AcceptedVerdict = Extract<SubmitVerdict, { kind: 'taken' }>;

function responseOf({ task }: SubmitCall, verdict: AcceptedVerdict): unknown {
  if (task.platform === 'suno') return { code: 'success', message: '', data: task.task_id };
  const { code, description, properties, resultFiles } = verdict;
  return { code, description, result: resultFiles ?? task.task_id, properties };
}

/** Returns what is logged of a submit. */
function logged(call: SubmitCall) {
  const { incoming, caller, plan, price, reservation, attempts, trace } = call;
  return {
    ...caller,
    // Not the caller's id: after a crash the refund of a failed task finds its charge by this one.
    requestId: incoming.callId,
    traceContext: incoming.traceContext,
    path: incoming.path,
    price,
    reservation,
    attempts,
    trace,
    firstTokenMs: undefined,
    used: NOTHING,
    clientRequest: { model: plan.model, stream: false },
  };
}
