export interface ImageCall {
  model: string;
  /** As in the request: "1024x1792". */
  size?: string;
  quality?: string;
  /** Pictures that are charged. */
  count?: number;
}

/** What makes a picture call a multiple of its price: size · quality · count. */
export interface ImageFactors {
  size: number;
  quality: number;
  callFactor: number;
}

/** What a size of a model costs against its price, in tenths. A map, because clients choose the words. */
const SIZE_TENTHS = new Map([
  ['dall-e-2 256x256', 8],
  ['dall-e-2 512x512', 9],
  ['dall-e-3 1024x1792', 20],
  ['dall-e-3 1792x1024', 20],
]);
const PLAIN = 10;

/**
 * The factors of a picture call at a price per call. High definition is twice as much, one and a
 * half times for the wide sizes. What is not listed costs the model's price.
 * Throws RangeError for a count that is not a whole number of 0 or more.
 */
export function imageFactors({
  model,
  size = '',
  quality = '',
  count = 1,
}: ImageCall): ImageFactors {
  if (!Number.isSafeInteger(count) || count < 0)
    throw new RangeError('the count of pictures is no whole number of 0 or more');
  const tenths = SIZE_TENTHS.get(`${model} ${size}`) ?? PLAIN;
  const highTenths = tenths === PLAIN ? 20 : 15;
  const qualityTenths = model === 'dall-e-3' && quality === 'hd' ? highTenths : PLAIN;
  return {
    size: tenths / 10,
    quality: qualityTenths / 10,
    callFactor: (tenths * qualityTenths * count) / 100,
  };
}
