import { readText, readWhole } from '../ir/read-shape.ts';
import type { JsonObject } from '../json/json-object.ts';

/** An image request, independent of any vendor's form. */
export interface ImageRequest {
  readonly model: string;
  readonly prompt: string;
  readonly count: number;
  /** In pixels; undefined if left to the model. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly negativePrompt: string | undefined;
  readonly seed: number | undefined;
  /** url or b64_json; empty if not specified. */
  readonly responseFormat: string;
}

/** One image of a response. */
export type GeneratedImage =
  | { readonly url: string }
  | { readonly base64: string; readonly type?: string };

/** Conversion of image calls for an upstream's format. */
export interface ImageCodec {
  readonly render: (call: ImageRequest) => JsonObject;
  /** Returns undefined if the body is not a response. */
  readonly parse: (body: JsonObject) => readonly GeneratedImage[] | undefined;
}

const SIZE = /^(\d{2,5})\s*[x*]\s*(\d{2,5})$/i;

/** Parses a call in OpenAI's format. Throws ShapeError. */
export function parseImageRequest(body: JsonObject, model: string): ImageRequest {
  const size = readText(body.size ?? body.image_size, 'size') ?? '';
  const [, width, height] = SIZE.exec(size) ?? [];
  return {
    model,
    prompt: String(body.prompt),
    count: readWhole(body.n ?? body.batch_size, 'n') ?? 1,
    size: width && height ? { width: Number(width), height: Number(height) } : undefined,
    negativePrompt: readText(body.negative_prompt, 'negative_prompt'),
    seed: readWhole(body.seed, 'seed'),
    responseFormat: readText(body.response_format, 'response_format') ?? '',
  };
}

/** Returns the ratio (`16:9`) closest to a size. */
export function nearestRatio(
  { width, height }: { readonly width: number; readonly height: number },
  ratios: readonly string[],
): string {
  const distance = (ratio: string) => {
    const [across = 1, down = 1] = ratio.split(':').map(Number);
    return Math.abs(Math.log(width / height) - Math.log(across / down));
  };
  return ratios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}
