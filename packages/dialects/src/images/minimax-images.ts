import { compact } from '../ir/read-shape.ts';
import { recordOf, textOf } from '../json/loose-values.ts';
import { nearestRatio, type ImageCodec } from './image-request.ts';

const RATIOS = ['1:1', '16:9', '4:3', '3:2', '2:3', '3:4', '9:16', '21:9'];

/** MiniMax's own format. Source: MiniMax, image generation. */
export const minimaxImages: ImageCodec = {
  render: ({ model, prompt, count, size, seed, responseFormat }) =>
    compact({
      model,
      prompt,
      n: count,
      aspect_ratio: size && nearestRatio(size, RATIOS),
      seed,
      response_format: responseFormat === 'b64_json' ? 'base64' : 'url',
    }),
  parse({ data }) {
    const { image_urls: urls, image_base64: texts } = recordOf(data);
    if (Array.isArray(texts)) return texts.map((base64) => ({ base64: textOf(base64) }));
    return Array.isArray(urls) ? urls.map((url) => ({ url: textOf(url) })) : undefined;
  },
};
