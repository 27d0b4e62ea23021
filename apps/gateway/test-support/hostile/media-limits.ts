import { MEDIA_MODELS, type MediaPlan } from './media-plan.ts';

/** What an upstream for images or audio was asked for, and the most that it may bill for it. */
export interface MediaLimits {
  /** Number of images requested. */
  images: number;
  /** Tokens of the prompt: text, and images or audio. */
  textTokens: number;
  mediaTokens: number;
  /** Tokens of the output. */
  outputTokens: number;
  seconds: number;
}

/** What an upstream claims to have used. */
export interface MediaClaim {
  images: number;
  textTokens: number;
  mediaTokens: number;
  outputTokens: number;
}

/** Tokens of a square image by quality; others have half as many again. Source: OpenAI's guide to images. */
const SQUARE_TOKENS: Readonly<Record<string, number>> = { low: 272, medium: 1056, high: 4160 };
const PARTIAL_TOKENS = 100;
const INPUT_IMAGE_TOKENS = 6240;
const AUDIO_INPUT_TOKENS_PER_SECOND = 10;
const AUDIO_OUTPUT_TOKENS_PER_SECOND = 20;
const TRANSCRIPT_TOKENS_PER_SECOND = 5;
const WORDS_A_SECOND = 4;

/** Reads a body, JSON or a form, like an upstream that bills as much as it may. */
export function readMediaLimits(body: string, { model, words, seconds }: MediaPlan): MediaLimits {
  const kind = MEDIA_MODELS[model];
  const images = Number(valueOf(body, 'n') ?? 1);
  const perImage = imageTokens(valueOf(body, 'size'), valueOf(body, 'quality'));
  const partials = Number(valueOf(body, 'partial_images') ?? 0);
  const output = {
    images: (perImage + partials * PARTIAL_TOKENS) * images,
    edits: (perImage + partials * PARTIAL_TOKENS) * images,
    speech: Math.ceil(words / WORDS_A_SECOND) * AUDIO_OUTPUT_TOKENS_PER_SECOND,
    transcriptions: Math.ceil(seconds) * TRANSCRIPT_TOKENS_PER_SECOND,
  }[kind];
  const isTranscription = kind === 'transcriptions';
  return {
    images,
    textTokens: words + 1,
    mediaTokens: isTranscription
      ? Math.ceil(seconds) * AUDIO_INPUT_TOKENS_PER_SECOND
      : kind === 'edits'
        ? INPUT_IMAGE_TOKENS
        : 0,
    outputTokens: output,
    seconds,
  };
}

function imageTokens(size = 'auto', quality = 'auto'): number {
  const square = SQUARE_TOKENS[quality] ?? 4160;
  return size === '1024x1024' ? square : Math.ceil(square * 1.5);
}

function valueOf(body: string, name: string): string | undefined {
  const inForm = new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)\\r\\n`).exec(body);
  return (inForm ?? new RegExp(`"${name}":"?([^",}]*)`).exec(body))?.[1];
}
