import { LOG_CONSUME, LOG_ERROR, type UsageClaim } from '@tollgate/contract';
import {
  type BillableUse,
  type ClientCall,
  type ClientRequest,
  type CreatedId,
  type MediaReport,
  renderWarnings,
  type Translation,
  type Usage,
} from '@tollgate/dialects';
import {
  billMedia,
  computeCharge,
  type Price,
  priceAt,
  writeBillRecord,
  writePriceRecord,
  writeSurchargeRecord,
  writeTokenRecord,
} from '@tollgate/pricing';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { UsageLogRow } from '../../domain/wallet/usage-record.ts';
import type { SettleInput, Wallet } from '../../domain/wallet/wallet.ts';
import type { ClientDisconnectPolicy } from '../response/client-disconnect-policy.ts';
import type { FaultReason } from '../errors/caller-error-fields.ts';
import { recordCharge } from '../metrics/charge-metrics.ts';
import type { CapturedCall } from '../payloads/captured-call.ts';
import type { RelayCall } from '../relay-call.ts';
import { settleSurcharges, type SettledSurcharges } from './settle-surcharges.ts';

/** How a response ended, if not normally. Logged. */
export type CallEnd =
  | 'complete'
  | 'client_gone'
  | 'client_stalled'
  | 'interrupted'
  | 'shutdown'
  | 'balance_ran_out'
  /** The upstream sent far more than was requested. */
  | 'overran'
  | 'too_large'
  | 'sensitive_words';

export interface Outcome {
  /**
   * Whether the caller has received part of the response, so that the charge is applied as soon as it can be
   * stored.
   */
  delivered?: boolean;
  channel: RuntimeChannel;
  upstreamModel: string;
  translation: Pick<Translation, 'passesThrough' | 'from' | 'to' | 'warnings'>;
  usage: Usage;
  /** True if the tokens are our estimate, because the upstream reported none. */
  estimated: boolean;
  end: CallEnd;
  /** Billed tools and tiers reported by the upstream. */
  billed?: BillableUse | undefined;
  /** What the response left at its provider. */
  created?: readonly CreatedId[] | undefined;
  /** Images or audio that the upstream reports to have generated. */
  media?: MediaReport | undefined;
  /** What the charge was computed from, besides the tokens. */
  facts?: Readonly<Record<string, string | number | boolean>> | undefined;
  callFactor?: number | undefined;
  /** The usage reported by the upstream, if it was implausible. */
  claim?: UsageClaim | undefined;
  /** What the channel does when the client disconnects. */
  disconnectPolicy?: ClientDisconnectPolicy | undefined;
  /** Set if the response was drained after the client disconnected: to its end, or up to a limit. */
  drained?: 'whole' | 'cut' | undefined;
}

/** The parts of a call, or of one response of a realtime session, that are charged and logged. */
export type SettledCall = Pick<
  RelayCall,
  | 'holder'
  | 'startedAt'
  | 'requestId'
  | 'address'
  | 'price'
  | 'path'
  | 'reservation'
  | 'firstTokenMs'
  | 'trace'
  | 'attempts'
  | 'used'
> & {
  readonly traceContext?: RelayCall['traceContext'];
  readonly servedAs?: RelayCall['servedAs'];
  readonly clientRequest: Pick<ClientRequest, 'model' | 'stream'>;
  readonly client?: Pick<ClientCall, 'media'>;
  readonly surcharges?: RelayCall['surcharges'];
  created?: RelayCall['created'];
  readonly traffic?: RelayCall['traffic'];
  readonly payload?: Pick<CapturedCall, 'storedAs'> | undefined;
  readonly routedPrice?: RelayCall['routedPrice'];
};

export interface SettleContext {
  wallet: Wallet;
  /** Formats quota as this installation displays it, for refusals. */
  formatQuota: (quota: number) => string;
  nowMs: () => number;
  logConsume: () => boolean;
  /** Reports an upstream that claims more usage than a call can have. */
  recordClaim: (channel: RuntimeChannel, model: string, claim: UsageClaim) => void;
}

/** Charges a finished call. Resolves when the charge is durable; only then may its response end. */
export function settleCall(
  context: SettleContext,
  call: SettledCall,
  reported: Outcome,
): Promise<void> {
  const { outcome, input } = priceCall(context, call, reported);
  if (reported.created) call.created = reported.created;
  if (outcome.claim) context.recordClaim(outcome.channel, call.clientRequest.model, outcome.claim);
  const isCounted = !outcome.estimated && !outcome.claim && outcome.end === 'complete';
  const countedBy = isCounted ? outcome.upstreamModel : undefined;
  const ranTools = Object.keys(reported.billed?.tools ?? {}).length > 0;
  const { promptTokens, completionTokens } = outcome.usage;
  const { quota } = input.row;
  const tokens = promptTokens + completionTokens;
  call.used = { tokens, quota, promptTokens, countedBy, ranTools };
  recordCharge(quota, promptTokens, completionTokens);
  return context.wallet.settle(call.reservation, input);
}

/** Computes what a call costs and its log row; charges nothing. */
export function priceCall(
  context: Pick<SettleContext, 'nowMs' | 'logConsume'>,
  requestedCall: SettledCall,
  reported: Outcome,
): { outcome: Outcome; input: SettleInput } {
  const call = requestedCall.routedPrice
    ? atCheaperPrice(requestedCall, requestedCall.routedPrice, reported)
    : requestedCall;
  const media = call.client?.media;
  const bill = media && billMedia(call.price, media.work, reported.media ?? {});
  const outcome: Outcome = bill ? { ...reported, ...bill } : reported;
  const { usage, callFactor, delivered = false } = outcome;
  const extra =
    call.surcharges && settleSurcharges(call.surcharges, reported.translation, reported.billed);
  const factor = callFactor ?? usage.callFactor;
  const totalMs = elapsedMs(call);
  const row = rowOf(context, call, {
    type: LOG_CONSUME,
    channelId: outcome.channel.id,
    quota: computeCharge(call.price, usage, factor, extra?.surcharges),
    promptTokens: usage.promptTokens,
    completionTokens: usage.completionTokens,
    content: '',
    other: describeCall(call, outcome, { extra, totalMs }),
    totalMs,
  });
  const timing = { firstTokenMs: call.firstTokenMs, totalMs };
  return { outcome, input: { row, logged: context.logConsume(), delivered, timing } };
}

/**
 * Applies the cheaper of the two prices if the caller requested one model and was served by another (ADR 33).
 */
function atCheaperPrice(
  call: SettledCall,
  routed: Price,
  { usage, callFactor = usage.callFactor }: Outcome,
): SettledCall {
  const requestedCharge = computeCharge(call.price, usage, callFactor);
  return computeCharge(routed, usage, callFactor) < requestedCharge
    ? { ...call, price: routed }
    : call;
}

export interface TaskCharge {
  channel: RuntimeChannel;
  quota: number;
  facts: { task_id: string; action: string; call_factor: number };
}

/**
 * Charges a task that an upstream accepted. Its row is kept even with LogConsumeEnabled off: a refund depends
 * on it.
 */
export function settleTask(
  context: SettleContext,
  call: SettledCall,
  { channel, quota, facts }: TaskCharge,
): Promise<void> {
  const { call_factor: factor, ...ids } = facts;
  const record = {
    ...ids,
    ...(factor === 1 ? {} : { call_factor: factor }),
    group: call.holder.group,
    request_path: call.path,
    reserved: call.reservation.amount,
    admin_info: adminInfo(call),
  };
  const row = rowOf(context, call, {
    type: LOG_CONSUME,
    channelId: channel.id,
    quota,
    promptTokens: 0,
    completionTokens: 0,
    content: `${facts.action} ${facts.task_id}`,
    other: `${priceText(call.price)},${JSON.stringify(record).slice(1)}`,
    totalMs: elapsedMs(call),
  });
  recordCharge(quota);
  // Its owner finds the task in the list, whatever becomes of this response.
  return context.wallet.settle(call.reservation, { row, logged: true, delivered: true });
}

/** Longest model name in a log row, in characters. */
const MODEL_NAME_MAX = 200;

/** Why a call failed, as reported to its caller. */
export interface FailureFacts {
  code: string;
  status: number;
  message: string;
  /** Set if the message is one of ours. */
  reason?: FaultReason | undefined;
}

/** Most characters of the parameters of a logged reason. */
const REASON_MAX = 600;

/** Logs a call that failed and cost nothing. Does not wait for the write. */
export function recordFailure(
  context: SettleContext,
  call: Omit<SettledCall, 'reservation' | 'price'>,
  fault: FailureFacts,
  notes: Readonly<Record<string, unknown>> = {},
): void {
  const last = call.attempts.at(-1);
  const totalMs = elapsedMs(call);
  const row = rowOf(context, call, {
    type: LOG_ERROR,
    channelId: last?.channel ?? 0,
    quota: 0,
    promptTokens: 0,
    completionTokens: 0,
    content: fault.message.slice(0, 500),
    other: JSON.stringify({
      request_path: call.path,
      error_code: fault.code,
      status: fault.status,
      ...reasonOf(fault),
      ...(call.traceContext && { trace_id: call.traceContext.traceId }),
      total_ms: totalMs,
      ...notes,
      admin_info: adminInfo(call),
    }),
    totalMs,
  });
  // The model name of a refused call was never validated, and PostgreSQL limits the size of index entries.
  row.model_name = row.model_name.slice(0, MODEL_NAME_MAX);
  context.wallet.record(row).catch(() => {
    // Losing the row of a call that cost nothing is harmless; the process log has it too.
  });
}

/**
 * Returns the reason as a code, which readers see in their language; a long one is logged as the caller
 * received it.
 */
function reasonOf({ reason }: FailureFacts): { reason?: FaultReason } {
  if (!reason || JSON.stringify(reason.params).length > REASON_MAX) return {};
  return { reason: { code: reason.code, params: reason.params } };
}

/** The parts of a log row that depend on how the call ended. */
interface RowEnd {
  type: typeof LOG_CONSUME | typeof LOG_ERROR;
  channelId: number;
  quota: number;
  promptTokens: number;
  completionTokens: number;
  content: string;
  other: string;
  totalMs: number;
}

/** Returns the whole milliseconds since a call arrived. */
function elapsedMs({ startedAt }: Pick<SettledCall, 'startedAt'>): number {
  return Math.round(performance.now() - startedAt);
}

function rowOf(
  context: Pick<SettleContext, 'nowMs'>,
  call: Omit<SettledCall, 'reservation' | 'price'>,
  end: RowEnd,
): UsageLogRow {
  const holder: ApiKeyHolder = call.holder;
  return {
    created_at: Math.floor(context.nowMs() / 1000),
    user_id: holder.userId,
    username: holder.username,
    token_id: holder.apiKeyId,
    token_name: holder.apiKeyName,
    model_name: call.servedAs ?? call.clientRequest.model,
    group: holder.group,
    use_time: Math.round(end.totalMs / 1000),
    is_stream: call.clientRequest.stream ? 1 : 0,
    request_id: call.requestId,
    ip: call.address,
    type: end.type,
    channel_id: end.channelId,
    quota: end.quota,
    prompt_tokens: end.promptTokens,
    completion_tokens: end.completionTokens,
    content: end.content,
    other: end.other,
  };
}

/** Builds the `other` of a log row: every number that the charge was computed from, and what happened. */
function describeCall(
  call: SettledCall,
  outcome: Outcome,
  { extra, totalMs }: { extra?: SettledSurcharges | undefined; totalMs: number },
): string {
  const price = priceAt(call.price, outcome.usage);
  const record: Record<string, unknown> = writeTokenRecord(price, outcome.usage);
  if (extra?.surcharges) Object.assign(record, writeSurchargeRecord(price, extra.surcharges));
  if (extra) Object.assign(record, extra.facts);
  if (outcome.facts) Object.assign(record, writeBillRecord(price, outcome));
  addCallFacts(record, call, outcome);
  record['total_ms'] = totalMs;
  record['admin_info'] = adminInfo(call);
  const facts = JSON.stringify(record);
  return `${priceText(price)},${facts.slice(1)}`;
}

const priceTexts = new WeakMap<Price, string>();

/** Returns the price factors as the start of a JSON object. Built once per price, not per call. */
function priceText(price: Price): string {
  let text = priceTexts.get(price);
  if (text === undefined)
    priceTexts.set(price, (text = JSON.stringify(writePriceRecord(price)).slice(0, -1)));
  return text;
}

function addCallFacts(
  record: Record<string, unknown>,
  call: SettledCall,
  { usage, estimated, end, disconnectPolicy, drained, claim, upstreamModel, translation }: Outcome,
): void {
  const { price } = call;
  record['group'] = call.holder.group;
  record['request_path'] = call.path;
  record['reserved'] = call.reservation.amount;
  if (call.traceContext) record['trace_id'] = call.traceContext.traceId;
  if (call.firstTokenMs !== undefined) record['frt'] = Math.round(call.firstTokenMs);
  if (estimated || (usage.tokensEstimated && price.kind === 'ratio')) record['estimated'] = true;
  if (price.kind === 'call' && usage.callFactor !== undefined)
    record['call_factor'] = usage.callFactor;
  if (end !== 'complete') record['end'] = end;
  if (claim !== undefined) record['usage_claim'] = claim;
  if (disconnectPolicy !== undefined) record['on_client_gone'] = disconnectPolicy;
  if (drained !== undefined) record['drained'] = drained;
  const { servedAs = call.clientRequest.model } = call;
  if (upstreamModel !== servedAs) record['upstream_model_name'] = upstreamModel;
  addConversion(record, translation);
}

/** Adds the dialects that a call was converted between, and the conversion warnings. */
function addConversion(
  record: Record<string, unknown>,
  { passesThrough, from, to, warnings }: Outcome['translation'],
): void {
  const losses = renderWarnings(warnings);
  if (losses !== undefined) record['conversion_losses'] = losses;
  if (passesThrough || from === to) return;
  record['conversion'] = `${from} > ${to}`;
}

function adminInfo({
  trace,
  attempts,
  traffic,
  payload,
}: Pick<SettledCall, 'trace' | 'attempts' | 'traffic' | 'payload'>) {
  const info = trace?.describe(attempts) ?? { use_channel: [], attempts };
  const storedAs = payload?.storedAs;
  if (!traffic && storedAs === undefined) return info;
  return { ...info, ...(traffic && { traffic }), ...(storedAs && { payload: storedAs }) };
}
