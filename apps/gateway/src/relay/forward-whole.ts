import type { Translation } from '@tollgate/dialects';
import type { RuntimeChannel } from '../domain/channel-catalog.ts';
import { AppError } from '../platform/app-error.ts';
import { answerHeaders } from './answer-headers.ts';
import { answerFault, type AttemptResult } from './attempt.ts';
import type { RelayCall } from './relay-call.ts';
import type { UpstreamHeaders } from './send.ts';
import { toPublicFault, writeFault } from './render-fault.ts';
import { endWithBody } from './write-answer.ts';
import { estimateUsage, settleCall, type SettleContext } from './settle-call.ts';

export interface WholeAnswer {
  status: number;
  headers: UpstreamHeaders;
  body: Buffer;
  channel: RuntimeChannel;
  upstreamModel: string;
  translation: Translation;
}

/**
 * Takes a complete upstream answer: a fault, or usage to charge and bytes to hand on, untouched where
 * both sides speak the same dialect.
 * The charge is durable before the first byte goes out.
 */
export async function forwardWhole(
  context: SettleContext,
  call: RelayCall,
  answer: WholeAnswer,
): Promise<AttemptResult> {
  const { status, headers, body, channel, upstreamModel, translation } = answer;
  if (status >= 300) return { kind: 'fault', fault: answerFault(status, headers, body) };
  const read = translation.readAnswer(body);
  if (!read.ok) return { kind: 'fault', fault: read.fault };

  const usage = read.usage ?? estimateUsage(call, read.estimatedCompletionTokens);
  const stopped = call.words?.stops === true && call.words.hit;
  const end = call.clientGone ? 'client_gone' : stopped ? 'sensitive_words' : 'complete';
  await settleCall(context, call, {
    channel,
    upstreamModel,
    translation,
    usage,
    estimated: read.usage === undefined,
    media: read.media,
    end,
    ...(call.clientGone && channel.policy.drainsWhenClientGone ? { drained: 'whole' } : {}),
  });
  if (call.clientGone) return { kind: 'client-gone', settled: true };
  if (stopped) {
    const told = toPublicFault(new AppError('relay_sensitive_answer'), call.language);
    writeFault(call.response, told, call);
    return { kind: 'answered' };
  }
  const type = translation.passesThrough ? headers['content-type'] : undefined;
  const sent = answerHeaders(call, translation);
  sent.push('content-type', typeof type === 'string' ? type : 'application/json');
  endWithBody(call.response, status, sent, read.body);
  return { kind: 'answered' };
}
