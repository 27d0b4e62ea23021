import type { MediaClaim } from './media-limits.ts';
import { MEDIA_MODELS, type MediaPlan } from './media-plan.ts';

/** What an upstream produces, and its usage claim; without a claim if it reports none. */
export interface MadeMedia {
  images: number;
  seconds: number;
  claim: MediaClaim | undefined;
}

const IMAGE = 'iVBORw0KGgo=';
const SPOKEN_BYTES = 4096;
const TEXT = 'hello there';

/** Writes a complete response. */
export function writeWholeMedia(
  { model }: MediaPlan,
  media: MadeMedia,
): { contentType: string; bytes: Buffer } {
  const contentType = 'application/json';
  const json = (value: object) => ({ contentType, bytes: Buffer.from(JSON.stringify(value)) });
  switch (MEDIA_MODELS[model]) {
    case 'speech':
      return { contentType: 'audio/mpeg', bytes: Buffer.alloc(SPOKEN_BYTES, 1) };
    case 'transcriptions':
      return json({ text: TEXT, ...transcriptUsage(model, media) });
    default: {
      const data = Array.from({ length: media.images }, () => ({ b64_json: IMAGE }));
      const usage = model === 'dall-e-3' ? {} : usageOf(media.claim, 'image_tokens');
      return json({ created: 1_760_000_000, data, ...usage });
    }
  }
}

/** Writes a stream in two parts: everything before its last event, and that event. */
export function writeMediaStream(
  { model, partials }: MediaPlan,
  media: MadeMedia,
): { chunks: string[]; last: string } {
  const event = (type: string, members: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
  switch (MEDIA_MODELS[model]) {
    case 'speech':
      return {
        chunks: [event('speech.audio.delta', { audio: IMAGE })],
        last: event('speech.audio.done', usageOf(media.claim, 'audio_tokens')),
      };
    case 'transcriptions':
      return {
        chunks: [event('transcript.text.delta', { delta: TEXT })],
        last: event('transcript.text.done', { text: TEXT, ...transcriptUsage(model, media) }),
      };
    default: {
      const name = MEDIA_MODELS[model] === 'edits' ? 'image_edit' : 'image_generation';
      const shown = Array.from({ length: partials }, (_, index) =>
        event(`${name}.partial_image`, { b64_json: IMAGE, partial_image_index: index }),
      );
      const images = shareOut(media).map((claim) =>
        event(`${name}.completed`, { b64_json: IMAGE, ...usageOf(claim, 'image_tokens') }),
      );
      return { chunks: [...shown, ...images.slice(0, -1)], last: images.at(-1) ?? '' };
    }
  }
}

/** Distributes the claim over the images of a stream: the first one reports the prompt. */
function shareOut({ images, claim }: MadeMedia): (MediaClaim | undefined)[] {
  return Array.from({ length: images }, (_, index) => {
    if (!claim) return undefined;
    const each = Math.floor(claim.outputTokens / images);
    if (index > 0) return { ...claim, textTokens: 0, mediaTokens: 0, outputTokens: each };
    return { ...claim, outputTokens: claim.outputTokens - each * (images - 1) };
  });
}

function usageOf(claim: MediaClaim | undefined, kind: string): object {
  if (!claim) return {};
  const { textTokens, mediaTokens, outputTokens } = claim;
  const input = textTokens + mediaTokens;
  return {
    usage: {
      input_tokens: input,
      input_tokens_details: { text_tokens: textTokens, [kind]: mediaTokens },
      output_tokens: outputTokens,
      total_tokens: input + outputTokens,
    },
  };
}

function transcriptUsage(model: string, { claim, seconds }: MadeMedia): object {
  if (!claim) return {};
  if (model === 'whisper-1') return { usage: { type: 'duration', seconds } };
  const { usage } = usageOf(claim, 'audio_tokens') as { usage: object };
  return { usage: { type: 'tokens', ...usage } };
}
