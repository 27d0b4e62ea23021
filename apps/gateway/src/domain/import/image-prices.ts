/** Models that draw and that one-api, one-hub and the first versions of new-api charge by the image. */
const IMAGE_MODEL = /^dall-e-[23]$|^(?:ali-)?stable-diffusion|^wanx-v|^cogview-|^step-1x/;
/** Their price is the one of the smallest image, ours the one of the usual size, 1024x1024. */
const USUAL_SIZE: Readonly<Record<string, number>> = { 'dall-e-2': 1.25 };

/** Whether a ratio of a model is a price of images. */
export const isImageModel = (model: string): boolean => IMAGE_MODEL.test(model);

/** USD for an image, where the program counts an image as 1000 tokens at the ratio of its model. */
export function imagePriceOf(model: string, ratio: number, quotaPerUnit: number): number {
  return Number(((ratio * 1000 * (USUAL_SIZE[model] ?? 1)) / quotaPerUnit).toFixed(9));
}
