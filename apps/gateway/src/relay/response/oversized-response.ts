import type { ClientCall, UpstreamFault } from '@tollgate/dialects';
import { AppError } from '../../platform/app-error.ts';
import { type ByteBudget, SMALL_BYTES } from '../../platform/byte-budget.ts';
import type { AttemptResult } from '../attempt/attempt-result.ts';
import {
  chargeDisconnectedCall,
  chargeReceived,
  type ReceivedResponse,
} from '../billing/charge-received.ts';
import type { SettleContext } from '../billing/settle-call.ts';
import { toCallerError, writeCallerError } from '../errors/caller-error.ts';
import type { RelayCall } from '../relay-call.ts';

/** The longest whole response that is taken, whatever the memory. */
const RESPONSE_BYTES_MAX = 256 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;
/** A picture of 24 bits a pixel without any compression, as base64. */
const BYTES_A_PIXEL = 4;
/** Models that answer with pictures themselves, never with addresses. */
const SENDS_PICTURES = /gpt-image|chatgpt-image|gemini|imagen/i;
/** A request for the probabilities of tokens: kilobytes a token. */
const LOGPROBS = /logprobs/i;

/** The longest whole response that a budget of memory can ever hold. */
function responseBytesMax(budget: ByteBudget): number {
  return Math.min(RESPONSE_BYTES_MAX, budget.max);
}

/**
 * Refuses an order of pictures whose response might never fit, before anybody makes them. Throws
 * AppError.
 */
export function refuseOversized(
  { model, stream }: { model: string; stream: boolean },
  { work, responseFormat }: NonNullable<ClientCall['media']>,
  budget: ByteBudget,
): void {
  const sendsPictures = responseFormat === 'b64_json' || SENDS_PICTURES.test(model);
  if (work.unit !== 'image' || stream || !sendsPictures) return;
  const [, width = 0, height = 0] = /^(\d{1,6})x(\d{1,6})$/i.exec(work.size) ?? [];
  const bytes = Number(width) * Number(height) * BYTES_A_PIXEL * work.count;
  const max = responseBytesMax(budget);
  if (bytes <= max) return;
  const limit = Math.floor(max / MEGABYTE);
  throw new AppError('relay_images_too_large', { size: work.size, limit });
}

/** Whether a whole response is more than can ever be held. */
export function isOversized(
  bytes: number,
  { responseBuffer: { budget } }: { responseBuffer: { budget: ByteBudget } },
): boolean {
  return bytes > SMALL_BYTES && bytes > responseBytesMax(budget);
}

interface Oversized extends ReceivedResponse {
  /** What it is where nobody asked for so much. */
  fault: UpstreamFault;
}

/**
 * Ends a call whose response is larger than can be handled. Where that is what was asked for, its
 * provider bills it, so it is charged (its order, or its input and about what had come), and the
 * caller is told so. An upstream that sends more than anybody asked for has failed.
 */
export async function endOversized(
  context: SettleContext,
  call: RelayCall,
  { fault, ...received }: Oversized,
): Promise<AttemptResult> {
  if (!isOrdered(call)) return { kind: 'fault', fault };
  if (call.clientDisconnected) {
    await chargeDisconnectedCall(context, call, { ...received, onClientGone: 'drain' });
    return { kind: 'client-gone', settled: true };
  }
  await chargeReceived(context, call, received, { end: 'too_large' });
  const told = toCallerError(new AppError('relay_answer_charged'), call.language);
  writeCallerError(call.response, told, call);
  return { kind: 'answered' };
}

function isOrdered({ client, kind, clientRequest }: RelayCall): boolean {
  if (client.media || (kind !== 'chat' && kind !== 'completions')) return true;
  return LOGPROBS.test(Buffer.from(clientRequest.bytes).toString('latin1'));
}
