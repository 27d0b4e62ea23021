import { compact } from '../ir/read-shape.ts';
import { recordOf, recordsOf } from '../json/loose-values.ts';
import type { ImageCodec } from './image-request.ts';

/**
 * DashScope's synchronous image API: qwen-image, and Wan from 2.6 on. Source: Alibaba Cloud Model Studio,
 * text-to-image API.
 */
export const dashscopeImages: ImageCodec = {
  render: ({ model, prompt, count, size, seed, negativePrompt }) => ({
    model,
    input: { messages: [{ role: 'user', content: [{ text: prompt }] }] },
    parameters: compact({
      n: count,
      size: size && `${size.width}*${size.height}`,
      seed,
      negative_prompt: negativePrompt,
    }),
  }),
  parse({ output }) {
    const { choices } = recordOf(output);
    if (!Array.isArray(choices)) return undefined;
    return recordsOf(choices)
      .flatMap(({ message }) => recordsOf(recordOf(message).content))
      .flatMap(({ image }) => (typeof image === 'string' ? [{ url: image }] : []));
  },
};
