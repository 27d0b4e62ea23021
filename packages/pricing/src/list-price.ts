import { divideHalfUp, multiply, parseDecimal } from './decimal.ts';

/** Prices have as many decimal places as they need, from cents to millionths. */
const DECIMALS_MAX = 6;
const DECIMALS_MIN = 2;
/** USD per million tokens at a ratio of 1. */
const DOLLARS_AT_ONE = 2;

/** Formats the product of exact decimals (`$0.30`, `$0.028`), halves up; "–" if one is invalid. */
function dollars(...factors: number[]): string {
  const decimals = factors.map(parseDecimal);
  let product = { units: 1n, places: 0 };
  for (const decimal of decimals) {
    if (typeof decimal === 'string') return '–';
    product = multiply(product, decimal);
  }
  const digits = String(
    divideHalfUp(product.units * 10n ** BigInt(DECIMALS_MAX), 10n ** BigInt(product.places)),
  ).padStart(DECIMALS_MAX + 1, '0');
  const fraction = digits.slice(-DECIMALS_MAX).replace(/0+$/, '').padEnd(DECIMALS_MIN, '0');
  return `$${digits.slice(0, -DECIMALS_MAX)}.${fraction}`;
}

/**
 * The ratios of a price by tokens: all but the first are relative to the prompt's, and the audio output's to
 * the audio input's.
 */
export interface ListedRatios {
  model_ratio: number;
  completion_ratio: number;
  cache_ratio?: number | undefined;
  cache_write_ratio?: number | undefined;
  audio_ratio?: number | undefined;
  audio_completion_ratio?: number | undefined;
  image_ratio?: number | undefined;
}

/**
 * USD per million tokens. Prices of cached tokens are present if they differ from the prompt's, those of
 * audio and images if they have their own.
 */
export interface ListedTokenPrices {
  prompt: string;
  completion: string;
  cached?: string;
  cacheWrite?: string;
  audio?: string;
  audioOutput?: string;
  image?: string;
}

/** Returns the list prices of a million tokens in a group. */
export function listTokenPrices(
  { model_ratio: ratio, completion_ratio: completion, ...others }: ListedRatios,
  groupRatio: number,
): ListedTokenPrices {
  const { cache_ratio: read = 1, cache_write_ratio: write } = others;
  const {
    audio_ratio: audio,
    audio_completion_ratio: audioCompletion,
    image_ratio: image,
  } = others;
  const at = (...factors: number[]) => dollars(ratio, ...factors, DOLLARS_AT_ONE, groupRatio);
  return {
    prompt: at(1),
    completion: at(completion),
    ...(read === 1 ? {} : { cached: at(read) }),
    ...(read === 1 || write === undefined ? {} : { cacheWrite: at(write) }),
    ...(audio === undefined ? {} : { audio: at(audio) }),
    ...(audio === undefined || audioCompletion === undefined
      ? {}
      : { audioOutput: at(audio, audioCompletion) }),
    ...(image === undefined ? {} : { image: at(image) }),
  };
}

/** Returns the list price of a call in a group. */
export function listCallPrice({ price }: { price: number }, groupRatio: number): string {
  return dollars(price, groupRatio);
}

/** Returns the list price of a tool in a group, in USD: per use, and once per call. */
export function listToolPrice(
  { use, request }: { use: number; request: number },
  groupRatio: number,
): { use: string; request: string } {
  return { use: dollars(use, groupRatio), request: dollars(request, groupRatio) };
}
