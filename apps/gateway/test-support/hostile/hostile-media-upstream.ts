import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ActionRegistry } from './action-registry.ts';
import { HostileMediaCall } from './hostile-media-call.ts';
import { type MediaClaim, type MediaLimits, readMediaLimits } from './media-limits.ts';
import { MEDIA_MODELS } from './media-plan.ts';
import { type MadeMedia, writeMediaStream, writeWholeMedia } from './write-media.ts';

const ABSURD = 1_000_000_000;

/** Responds to a call for images or audio according to its plan. */
export async function respondWithMedia(
  registry: ActionRegistry,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = (await buffer(request)).toString('latin1');
  const call = registry.find(HostileMediaCall, body);
  const limits = readMediaLimits(body, call.plan);
  call.setLimits(limits);
  const { behaviour, stream, leaving } = call.plan;
  if (leaving === 'before-head') await call.callerLeft;
  if (behaviour === 'fails') {
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"overloaded","type":"server_error"}}');
    return;
  }
  const media = makeMedia(call, limits);
  if (stream) return streamMedia(call, response, media);
  const { contentType, bytes } = writeWholeMedia(call.plan, media);
  const half = bytes.subarray(0, bytes.length / 2);
  response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length });
  if (behaviour === 'cuts') response.write(half, () => response.destroy());
  else response.end(behaviour === 'malformed' ? Buffer.alloc(bytes.length, '{') : bytes);
}

/** Returns what is produced, and what is reported. */
function makeMedia(call: HostileMediaCall, limits: MediaLimits): MadeMedia {
  const { behaviour, share, model } = call.plan;
  const more = behaviour === 'exceeds' ? 4 : 1;
  const images = behaviour === 'fewer' ? Math.ceil(limits.images / 2) : limits.images * more;
  const used: MediaClaim = {
    images,
    textTokens: limits.textTokens,
    mediaTokens: limits.mediaTokens,
    outputTokens: Math.ceil(limits.outputTokens * share * (images / limits.images) * more),
  };
  call.used = used;
  const claims: Partial<Record<typeof behaviour, MediaClaim | undefined>> = {
    'absurd-usage': { images, textTokens: ABSURD, mediaTokens: ABSURD, outputTokens: ABSURD },
    'zero-usage': { images, textTokens: 0, mediaTokens: 0, outputTokens: 0 },
    'no-usage': undefined,
  };
  const claim = behaviour in claims ? claims[behaviour] : used;
  const isSpoken = MEDIA_MODELS[model] === 'speech';
  call.isReported = claim !== undefined && (!isSpoken || call.plan.stream);
  const seconds = behaviour === 'absurd-usage' ? ABSURD : limits.seconds * more;
  return { images, claim, seconds };
}

async function streamMedia(
  call: HostileMediaCall,
  response: ServerResponse,
  media: MadeMedia,
): Promise<void> {
  const { behaviour, leaving } = call.plan;
  const { chunks, last } = writeMediaStream(call.plan, media);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const chunk of chunks) response.write(chunk);
  // Images beyond the requested number do not reach the caller.
  const isSeen = chunks.length > 0 && behaviour !== 'exceeds';
  if (leaving === 'mid-answer' && isSeen) await call.callerLeft;
  if (behaviour === 'cuts') response.write('', () => response.destroy());
  else response.end(behaviour === 'malformed' ? 'data: {"type":"speech.audio.do\n\n' : last);
}
