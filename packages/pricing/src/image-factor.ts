import {
  type Decimal,
  multiply,
  ONE,
  parseDecimal,
  roundPlaces,
  toNumber,
  wholeDecimal,
} from './decimal.ts';
import { imageWord } from './image-word.ts';
import { PriceError } from './price-error.ts';

/** A model's sizes and qualities, as requests write them, and the price factor of each. */
export type ImageFactorMap = ReadonlyMap<string, Decimal>;

export interface ImageCall {
  /** As in the request: "1024x1792". */
  size?: string;
  quality?: string;
  /** Number of charged images. */
  count?: number;
}

/** The factors of an image call's price: size · quality · count. */
export interface ImageFactors {
  size: number;
  quality: number;
  callFactor: number;
}

/** Validates and compiles all factors. Throws PriceError naming the model. */
export function compileImageFactors(
  map: Record<string, Record<string, number>>,
): ReadonlyMap<string, ImageFactorMap> {
  return new Map(
    Object.entries(map).map(([model, factors]) => {
      if (typeof factors !== 'object' || factors === null || Array.isArray(factors))
        throw new PriceError('ImageFactors', model, 'not-a-map');
      const compiled = Object.entries(factors).map(([key, factor]) => {
        const decimal = parseDecimal(factor);
        if (typeof decimal === 'string') throw new PriceError('ImageFactors', model, decimal);
        return [imageWord(key), decimal] as const;
      });
      return [model, new Map(compiled)];
    }),
  );
}

/** Qualities that cost a multiple of the usual ones, by how much is not published. Source: OpenAI, Images. */
const DEAR_QUALITIES: ReadonlySet<string> = new Set(['xhigh', 'max']);

/** Returns the quality of an image call that a price per call does not cover; undefined if it covers it. */
export function findUnpricedQuality(
  factors: ImageFactorMap | undefined,
  { size = '', quality = '' }: ImageCall,
): string | undefined {
  const word = imageWord(quality);
  if (!DEAR_QUALITIES.has(word)) return undefined;
  const isListed = factors?.has(word) === true || factors?.has(imageWord(`${size} ${quality}`));
  return isListed ? undefined : word;
}

/**
 * Returns the factors of an image call at a price per call. A size and quality listed together ("1024x1792
 * hd") have that one factor; otherwise each has its own. Unlisted ones are 1. Throws RangeError if the count
 * is not an integer of 0 or more.
 */
export function imageFactors(
  factors: ImageFactorMap | undefined,
  { size = '', quality = '', count = 1 }: ImageCall,
): ImageFactors {
  if (!Number.isSafeInteger(count) || count < 0)
    throw new RangeError('the count of images is no whole number of 0 or more');
  const factorOf = (key: string) => factors?.get(imageWord(key));
  const combined = size && quality ? factorOf(`${size} ${quality}`) : undefined;
  const ofSize = combined ?? factorOf(size) ?? ONE;
  const ofQuality = combined ? ONE : (factorOf(quality) ?? ONE);
  const product = multiply(multiply(ofSize, ofQuality), wholeDecimal(count));
  return {
    size: toNumber(ofSize),
    quality: toNumber(ofQuality),
    callFactor: toNumber(roundPlaces(product)),
  };
}
