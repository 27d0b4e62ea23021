import type { Translation, TranslationOptions } from '../translate/translation.ts';
import { NO_OUTPUT } from '../limits/sent-limits.ts';
import { overrideBody } from '../translate/override-body.ts';
import { buildMediaBody } from './media-body.ts';
import { MediaEventStream } from './media-event-stream.ts';
import type { MediaRequest } from './media-request.ts';
import { readMediaResponse } from './read-media-response.ts';
import { AudioStream } from './audio-stream.ts';

/**
 * Opens an image or audio call: client and upstream both use OpenAI's format, so the bytes pass unchanged in
 * both directions and are only read for pricing. Members that a channel adds go into JSON bodies; forms stay
 * as they are.
 */
export function openMedia(
  { call, upstreamModel, overrides }: TranslationOptions,
  media: MediaRequest,
): Translation {
  const built = buildMediaBody(call, media, upstreamModel);
  const members = media.form ? undefined : overrides?.members;
  const isEvents = call.request.stream;
  const returnsAudio = media.work.unit === 'speech' && !isEvents;
  return {
    from: 'openai-chat',
    to: 'openai-chat',
    passesThrough: true,
    body: members ? overrideBody(built, 'openai-chat', { members }) : built,
    sentLimits: NO_OUTPUT,
    warnings: [],
    contentType: media.contentType,
    ...(returnsAudio ? { returnsAudio } : {}),
    readResponse: (bytes) => readMediaResponse(media, bytes),
    readStreamAsResponse: (bytes) => readMediaResponse(media, bytes),
    readResponseAsStream: (bytes) => readMediaResponse(media, bytes),
    openStream: () => (returnsAudio ? new AudioStream() : new MediaEventStream(media)),
  };
}
