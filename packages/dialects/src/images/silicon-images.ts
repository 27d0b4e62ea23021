import { compact } from '../ir/read-shape.ts';
import { recordsOf } from '../json/loose-values.ts';
import type { ImageCodec } from './image-request.ts';

/** SiliconFlow uses its own member names for size and count. Source: SiliconFlow, images/generations. */
export const siliconImages: ImageCodec = {
  render: ({ model, prompt, count, size, seed, negativePrompt }) =>
    compact({
      model,
      prompt,
      image_size: size && `${size.width}x${size.height}`,
      batch_size: count,
      seed,
      negative_prompt: negativePrompt,
    }),
  parse({ images }) {
    if (!Array.isArray(images)) return undefined;
    return recordsOf(images).flatMap(({ url }) => (typeof url === 'string' ? [{ url }] : []));
  },
};
