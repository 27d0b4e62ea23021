import {
  detectErrorBody,
  estimateCompletionTokens,
  openAnswer,
  readUsage,
} from '@tollgate/dialects';
import type { RuntimeChannel } from '../domain/channel-catalog.ts';
import { answerFault, type AttemptResult } from './attempt.ts';
import type { RelayCall } from './relay-call.ts';
import { overheadHeader } from './overhead.ts';
import type { UpstreamHeaders } from './send.ts';
import { commonHeaders, endWithBody } from './write-answer.ts';
import { estimateUsage, settleCall, type SettleContext } from './settle-call.ts';

export interface WholeAnswer {
  status: number;
  headers: UpstreamHeaders;
  body: Buffer;
  channel: RuntimeChannel;
  upstreamModel: string;
}

/**
 * Takes a complete upstream answer: a fault, or usage to charge and bytes to hand on untouched.
 * The charge is durable before the first byte goes out.
 */
export async function forwardWhole(
  context: SettleContext,
  call: RelayCall,
  answer: WholeAnswer,
): Promise<AttemptResult> {
  const { status, headers, body, channel, upstreamModel } = answer;
  if (status >= 300) return { kind: 'fault', fault: answerFault(status, headers, body) };
  const opened = openAnswer(body);
  const hidden = detectErrorBody(body, opened);
  if (hidden) return { kind: 'fault', fault: hidden };

  const reported = readUsage(body, opened);
  const usage = reported ?? estimateUsage(call, estimateCompletionTokens(body, opened));
  const end = call.clientGone ? 'client_gone' : 'complete';
  await settleCall(context, call, {
    channel,
    upstreamModel,
    usage,
    estimated: reported === undefined,
    end,
    ...(call.clientGone && channel.policy.drainsWhenClientGone ? { drained: 'whole' } : {}),
  });
  if (call.clientGone) return { kind: 'client-gone', settled: true };
  const type = headers['content-type'];
  const answerHeaders = commonHeaders(call.requestId);
  answerHeaders.push(...overheadHeader(call));
  answerHeaders.push('content-type', typeof type === 'string' ? type : 'application/json');
  endWithBody(call.response, status, answerHeaders, body);
  return { kind: 'answered' };
}
