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

/** The longest whole response that is accepted, whatever the memory, in bytes. */
const RESPONSE_BYTES_MAX = 256 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;
/** An uncompressed 24-bit image in Base64. */
const BYTES_A_PIXEL = 4;
/** Models that respond with the image itself, never with a URL. */
const IMAGE_MODELS = /gpt-image|chatgpt-image|gemini|imagen/i;
/** A request for token probabilities, which are kilobytes per token. */
const LOGPROBS = /logprobs/i;

/** Returns the longest whole response that a memory budget can ever hold. */
function responseBytesMax(budget: ByteBudget): number {
  return Math.min(RESPONSE_BYTES_MAX, budget.max);
}

/** Refuses a request for images whose response might not fit, before they are generated. Throws AppError. */
export function refuseOversized(
  { model, stream }: { model: string; stream: boolean },
  { work, responseFormat }: NonNullable<ClientCall['media']>,
  budget: ByteBudget,
): void {
  const respondsWithImage = responseFormat === 'b64_json' || IMAGE_MODELS.test(model);
  if (work.unit !== 'image' || stream || !respondsWithImage) return;
  const [, width = 0, height = 0] = /^(\d{1,6})x(\d{1,6})$/i.exec(work.size) ?? [];
  const bytes = Number(width) * Number(height) * BYTES_A_PIXEL * work.count;
  const max = responseBytesMax(budget);
  if (bytes <= max) return;
  const limit = Math.floor(max / MEGABYTE);
  throw new AppError('relay_images_too_large', { size: work.size, limit });
}

/** Whether a whole response is larger than can ever be held. */
export function isOversized(
  bytes: number,
  { responseBuffer: { budget } }: { responseBuffer: { budget: ByteBudget } },
): boolean {
  return bytes > SMALL_BYTES && bytes > responseBytesMax(budget);
}

interface Oversized extends ReceivedResponse {
  /** The fault if the request did not ask for that much. */
  fault: UpstreamFault;
}

/**
 * Ends a call whose response is larger than can be handled. If that is what was requested, its provider bills
 * it, so it is charged (the work requested, or the input and approximately what had arrived), and the caller
 * gets an error that says so. An upstream that sends more than was requested has failed.
 */
export async function endOversized(
  context: SettleContext,
  call: RelayCall,
  { fault, ...received }: Oversized,
): Promise<AttemptResult> {
  if (!isOrdered(call)) return { kind: 'fault', fault };
  if (call.clientDisconnected) {
    await chargeDisconnectedCall(context, call, { ...received, disconnectPolicy: 'drain' });
    return { kind: 'client-gone', settled: true };
  }
  await chargeReceived(context, call, received, { end: 'too_large' });
  const error = toCallerError(new AppError('relay_answer_charged'), call.language);
  writeCallerError(call.response, error, call);
  return { kind: 'answered' };
}

function isOrdered({ client, kind, clientRequest }: RelayCall): boolean {
  if (client.media || (kind !== 'chat' && kind !== 'completions')) return true;
  return LOGPROBS.test(Buffer.from(clientRequest.bytes).toString('latin1'));
}
