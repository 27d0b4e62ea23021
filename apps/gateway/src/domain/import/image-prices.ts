/** Image models that one-api, one-hub and early versions of new-api charge per image. */
const IMAGE_MODEL = /^dall-e-[23]$|^(?:ali-)?stable-diffusion|^wanx-v|^cogview-|^step-1x/;
/** Factor per model: their price is that of the smallest image, ours that of the usual size, 1024x1024. */
const USUAL_SIZE: Readonly<Record<string, number>> = { 'dall-e-2': 1.25 };

/** Returns whether a model's ratio is a price per image. */
export const isImageModel = (model: string): boolean => IMAGE_MODEL.test(model);

/** Returns USD per image, where the program counts an image as 1000 tokens at the model's ratio. */
export function imagePriceOf(model: string, ratio: number, quotaPerUnit: number): number {
  return Number(((ratio * 1000 * (USUAL_SIZE[model] ?? 1)) / quotaPerUnit).toFixed(9));
}
