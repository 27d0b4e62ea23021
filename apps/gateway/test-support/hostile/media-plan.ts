import type { Chance } from '../money/chance.ts';
import type { Leaving } from './hostile-request.ts';

/** Models and what they are asked for; each has a price of another kind. */
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

/** How an upstream of images and sound behaves. All but `exceeds` make what they were asked for. */
export type MediaBehaviour =
  | 'honest'
  | 'absurd-usage'
  | 'zero-usage'
  | 'no-usage'
  /** Makes fewer images than it was asked for, and says so. */
  | 'fewer'
  | 'cuts'
  | 'malformed'
  | 'fails'
  /** Makes and reports more than it was asked for. */
  | 'exceeds';

/** Everything about one call of images or sound, decided before it starts. */
export interface MediaPlan {
  address: string;
  model: MediaModel;
  stream: boolean;
  byPage: boolean;
  /** As the caller writes the number of images; undefined where it says none. */
  count: unknown;
  size: string | undefined;
  quality: string | undefined;
  /** Unfinished images on the way. */
  partials: number;
  /** Words of the prompt, or of what is to be said. */
  words: number;
  /** Length of the recording. */
  seconds: number;
  /** The share of what the upstream may use that it does use. */
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

/** Draws a call of images or sound. */
export function planMedia(chance: Chance, address: string): MediaPlan {
  const model = chance.one(MODELS);
  const isStreamed = model !== 'dall-e-3' && model !== 'tts-1' && model !== 'whisper-1';
  return {
    address,
    model,
    stream: isStreamed && chance.rarely(2),
    byPage: chance.rarely(4),
    count: chance.one([undefined, undefined, 1, 2, 4, 10, 0, 1000, '3']),
    size: chance.one(SIZES),
    quality: chance.one(QUALITIES),
    partials: chance.one([0, 0, 3]),
    words: chance.one([3, 30, 300]),
    seconds: chance.one([0.4, 6, 45]),
    share: chance.rarely(2) ? 1 : chance.next(),
    behaviour: chance.weighted(BEHAVIOURS),
    leaving: chance.weighted(LEAVINGS),
  };
}
