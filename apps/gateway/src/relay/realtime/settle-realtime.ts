import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { Admission } from '../../domain/limits/rate-limiter.ts';
import { planRequestFee } from '../billing/plan-request-fee.ts';
import {
  type FailureFacts,
  type Outcome,
  recordFailure,
  settleCall,
} from '../billing/settle-call.ts';
import type { MeterContext, SessionFacts } from './meter-context.ts';
import { releaseSlot, type ResponseCover } from './response-reservations.ts';

/** The channel and model that serve a session. */
export interface SessionTarget {
  channel: RuntimeChannel;
  upstreamModel: string;
}

/** A reservation, and the concurrency slot that it occupies. */
export interface ReservedWork extends Pick<ResponseCover, 'holder' | 'price' | 'reservation'> {
  readonly admission: Admission;
  readonly startedAt: number;
}

export type RealtimeOutcome = Omit<Outcome, 'channel' | 'upstreamModel' | 'translation'> & {
  /** Set for a model other than the session's own. */
  model?: string | undefined;
  /** Writes the caller's audio down, beside a response: not a call of its own. */
  isTranscript?: true;
};

const PASSING: Outcome['translation'] = {
  passesThrough: true,
  from: 'openai-chat',
  to: 'openai-chat',
  warnings: [],
};

/** Charges a part of a session like a call. Resolves when the charge is durable. */
export async function settleRealtime(
  context: MeterContext,
  session: { facts: SessionFacts; target: SessionTarget | undefined },
  work: ReservedWork,
  { model = session.facts.model, isTranscript, ...outcome }: RealtimeOutcome,
): Promise<void> {
  const { usage } = outcome;
  if (!session.target) throw new Error('a session is charged before it has a channel');
  const { channel } = session.target;
  const call = {
    ...describeWork(session.facts, work, model),
    surcharges: isTranscript ? undefined : planRequestFee(work.price),
  };
  const facts = {
    ...outcome.facts,
    ws: true,
    text_input: usage.promptTokens - usage.audioInputTokens - (usage.imageInputTokens ?? 0),
    text_output: usage.completionTokens - usage.audioOutputTokens,
  };
  const upstreamModel = model === session.facts.model ? session.target.upstreamModel : model;
  const response = { ...outcome, facts, channel, upstreamModel, delivered: true };
  try {
    await settleCall(context, call, { ...response, translation: PASSING });
  } finally {
    context.wallet.void(work.reservation);
    work.admission.release(call.used);
  }
}

/** Logs a response that failed at the upstream before anything of it was delivered; it costs nothing. */
export function recordFailedResponse(
  context: MeterContext,
  { facts }: { facts: SessionFacts },
  work: ReservedWork,
  failure: FailureFacts,
): void {
  recordFailure(context, describeWork(facts, work, facts.model), failure, { ws: true });
  releaseSlot(context, work);
}

function describeWork(
  { requestId, traceContext, path, address, attempts, trace }: SessionFacts,
  work: ReservedWork,
  model: string,
) {
  return {
    ...work,
    requestId,
    traceContext,
    path,
    address,
    attempts,
    trace,
    clientRequest: { model, stream: true },
    firstTokenMs: undefined,
    used: { tokens: 0, quota: 0 },
  };
}
