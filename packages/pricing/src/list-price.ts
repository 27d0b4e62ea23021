import { divideHalfUp, multiply, parseDecimal } from './decimal.ts';

/** A price has at least cents, and no more places than it needs, up to millionths. */
const PLACES = 6;
const PLACES_MIN = 2;
/** USD for a million tokens at a ratio of 1. */
const DOLLARS_AT_ONE = 2;

/** The product of numbers as they were written (`$0.30`, `$0.028`), halves up; "–" where one is no number. */
function dollars(...factors: number[]): string {
  const decimals = factors.map(parseDecimal);
  let product = { units: 1n, places: 0 };
  for (const decimal of decimals) {
    if (typeof decimal === 'string') return '–';
    product = multiply(product, decimal);
  }
  const digits = String(
    divideHalfUp(product.units * 10n ** BigInt(PLACES), 10n ** BigInt(product.places)),
  ).padStart(PLACES + 1, '0');
  const places = digits.slice(-PLACES).replace(/0+$/, '').padEnd(PLACES_MIN, '0');
  return `$${digits.slice(0, -PLACES)}.${places}`;
}

/** The ratios of one price by tokens; all but the first are of the prompt's, that of spoken answers is of heard prompts'. */
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
 * USD for a million tokens. Cached tokens are there where they cost something else than others, and
 * those of sound and pictures where they have a price.
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

/** What a million tokens cost in a group, as price lists show it. */
export function listTokenPrices(
  { model_ratio: ratio, completion_ratio: completion, ...others }: ListedRatios,
  groupRatio: number,
): ListedTokenPrices {
  const { cache_ratio: read = 1, cache_write_ratio: write } = others;
  const { audio_ratio: audio, audio_completion_ratio: spoken, image_ratio: image } = others;
  const at = (...factors: number[]) => dollars(ratio, ...factors, DOLLARS_AT_ONE, groupRatio);
  return {
    prompt: at(1),
    completion: at(completion),
    ...(read === 1 ? {} : { cached: at(read) }),
    ...(read === 1 || write === undefined ? {} : { cacheWrite: at(write) }),
    ...(audio === undefined ? {} : { audio: at(audio) }),
    ...(audio === undefined || spoken === undefined ? {} : { audioOutput: at(audio, spoken) }),
    ...(image === undefined ? {} : { image: at(image) }),
  };
}

/** What a call costs in a group, as price lists show it. */
export function listCallPrice({ price }: { price: number }, groupRatio: number): string {
  return dollars(price, groupRatio);
}

/** What a tool costs in a group, USD: so many for each use, and once for the call. */
export function listToolPrice(
  { use, request }: { use: number; request: number },
  groupRatio: number,
): { use: string; request: string } {
  return { use: dollars(use, groupRatio), request: dollars(request, groupRatio) };
}
