import type { SeededRandom } from '../money/seeded-random.ts';
import type { Leaving } from './hostile-request.ts';

/** Models and what is requested of them; each has a different kind of price. */
export const MEDIA_MODELS = {
  'dall-e-3': 'images',
  'gpt-image-1': 'images',
  'gpt-image-1-mini': 'edits',
  'tts-1': 'speech',
  'gpt-4o-mini-tts': 'speech',
  'whisper-1': 'transcriptions',
  'gpt-4o-transcribe': 'transcriptions',
} as const;
export type MediaModel = keyof typeof MEDIA_MODELS;

/** How an upstream for images and audio behaves. All except `exceeds` produce what was requested. */
export type MediaBehaviour =
  | 'honest'
  | 'absurd-usage'
  | 'zero-usage'
  | 'no-usage'
  /** Produces fewer images than requested, and says so. */
  | 'fewer'
  | 'cuts'
  | 'malformed'
  | 'fails'
  /** Produces and reports more than requested. */
  | 'exceeds';

/** Everything about one call for images or audio, decided before it starts. */
export interface MediaPlan {
  address: string;
  model: MediaModel;
  stream: boolean;
  byPage: boolean;
  /** The number of images as the caller writes it; undefined if omitted. */
  count: unknown;
  size: string | undefined;
  quality: string | undefined;
  /** Partial images sent on the way. */
  partials: number;
  /** Words of the prompt, or of the text to be spoken. */
  words: number;
  /** Length of the recording. */
  seconds: number;
  /** The share of the allowed usage that the upstream uses. */
  share: number;
  behaviour: MediaBehaviour;
  leaving: Leaving;
}

const BEHAVIOURS: Readonly<Record<MediaBehaviour, number>> = {
  honest: 12,
  'absurd-usage': 2,
  'zero-usage': 1,
  'no-usage': 2,
  fewer: 2,
  cuts: 1,
  malformed: 1,
  fails: 1,
  exceeds: 1,
};
const LEAVINGS = { never: 6, 'before-head': 2, 'mid-answer': 2 } as const;
const SIZES = [undefined, '1024x1024', '1024x1536', '1792x1024', 'auto'];
const QUALITIES = [undefined, 'low', 'medium', 'high', 'hd', 'auto'];
const MODELS = Object.keys(MEDIA_MODELS) as MediaModel[];

/** Draws a random call for images or audio. */
export function planMedia(random: SeededRandom, address: string): MediaPlan {
  const model = random.one(MODELS);
  const isStreamed = model !== 'dall-e-3' && model !== 'tts-1' && model !== 'whisper-1';
  return {
    address,
    model,
    stream: isStreamed && random.oneIn(2),
    byPage: random.oneIn(4),
    count: random.one([undefined, undefined, 1, 2, 4, 10, 0, 1000, '3']),
    size: random.one(SIZES),
    quality: random.one(QUALITIES),
    partials: random.one([0, 0, 3]),
    words: random.one([3, 30, 300]),
    seconds: random.one([0.4, 6, 45]),
    share: random.oneIn(2) ? 1 : random.next(),
    behaviour: random.weighted(BEHAVIOURS),
    leaving: random.weighted(LEAVINGS),
  };
}
