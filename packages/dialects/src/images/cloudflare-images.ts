import { compact } from '../ir/read-shape.ts';
import { recordOf } from '../json/loose-values.ts';
import type { ImageCodec } from './image-request.ts';

/**
 * Images from Workers AI, one per call; the model is in the path. Some models return the image's bytes
 * instead of JSON; those are handled before this codec. Source: Cloudflare, Workers AI text-to-image models.
 */
export const cloudflareImages: ImageCodec = {
  render: ({ prompt, size, seed, negativePrompt }) =>
    compact({
      prompt,
      width: size?.width,
      height: size?.height,
      seed,
      negative_prompt: negativePrompt,
    }),
  parse({ result }) {
    const { image } = recordOf(result);
    return typeof image === 'string' ? [{ base64: image }] : undefined;
  },
};
