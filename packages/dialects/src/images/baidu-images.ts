import { compact } from '../ir/read-shape.ts';
import { recordsOf } from '../json/loose-values.ts';
import type { ImageCodec } from './image-request.ts';

/**
 * Baidu's first API; the model is in the path. Source: Baidu, text2image of the Wenxin Workshop
 * (Stable-Diffusion-XL).
 */
export const baiduImages: ImageCodec = {
  render: ({ prompt, count, size, seed, negativePrompt }) =>
    compact({
      prompt,
      negative_prompt: negativePrompt,
      size: size && `${size.width}x${size.height}`,
      n: count,
      seed,
    }),
  parse({ data }) {
    if (!Array.isArray(data)) return undefined;
    return recordsOf(data).flatMap(({ b64_image: base64 }) =>
      typeof base64 === 'string' ? [{ base64 }] : [],
    );
  },
};
