import { compact } from '../ir/read-shape.ts';
import { recordsOf, textOf } from '../json/loose-values.ts';
import { nearestRatio, type ImageCodec } from './image-request.ts';

const RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'];
/** From this side length in pixels on, the larger of the two sizes is requested. */
const LARGE_SIDE = 2048;

/**
 * Imagen's :predict, the same at the Gemini API and Vertex AI; the model is in the path. Images blocked by
 * the safety filter are missing from the response and cost nothing. Source: Google, Imagen API.
 */
export const imagenImages: ImageCodec = {
  render({ prompt, count, size, seed, negativePrompt }) {
    const isLarge = size && Math.max(size.width, size.height) >= LARGE_SIDE;
    return {
      instances: [{ prompt }],
      parameters: compact({
        sampleCount: count,
        aspectRatio: size && nearestRatio(size, RATIOS),
        sampleImageSize: isLarge ? '2K' : undefined,
        seed,
        negativePrompt,
      }),
    };
  },
  parse({ predictions }) {
    if (predictions !== undefined && !Array.isArray(predictions)) return undefined;
    return recordsOf(predictions).flatMap(({ bytesBase64Encoded: base64, mimeType }) =>
      typeof base64 === 'string' ? [{ base64, type: textOf(mimeType) }] : [],
    );
  },
};
