import {
  requireText,
  readRecord,
  readSafely,
  readText,
  readWhole,
  reject,
} from '../ir/read-shape.ts';
import { encodeText } from '../json/encode-text.ts';
import { recordOf, recordsOf, textOf } from '../json/loose-values.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { readMediaCall } from '../media/read-media-call.ts';
import type { JsonObject } from '../json/json-object.ts';
import type { ReadCallResult } from '../translate/client-call.ts';
import type { Translation } from '../translate/translation.ts';
import { ownValue } from '../json/own-value.ts';

/** Sizes in pixels that Imagen uses for its ratios. */
const SIZES: Readonly<Record<string, string>> = {
  '1:1': '1024x1024',
  '3:4': '896x1280',
  '4:3': '1280x896',
  '9:16': '768x1408',
  '16:9': '1408x768',
};
const LARGE = '2K';
const DATA_URL = /^data:([^;,]+);base64,(.+)$/s;

export interface PredictInput {
  readonly bytes: Uint8Array;
  /** Taken from the path. */
  readonly model: string;
}

/** Parses an image call in Google's Imagen format (`:predict`) as one in OpenAI's format. Never throws. */
export function readPredictCall({ bytes, model }: PredictInput): ReadCallResult {
  const read = readSafely(() => {
    const body = parseJson(bytes);
    if (!isRecord(body)) return reject('The request body must be a JSON object.', 'body');
    return encodeText(JSON.stringify(toImages(body, model)));
  });
  if (!read.ok) return read;
  const called = readMediaCall({ kind: 'images', bytes: read.value, contentType: '' });
  if (!called.ok) return called;
  return { ok: true, call: called.call.asPrediction() };
}

function toImages({ instances, parameters }: JsonObject, model: string): JsonObject {
  const [instance, ...others] = Array.isArray(instances) ? (instances as unknown[]) : [];
  const { prompt, image } = recordOf(instance);
  if (others.length > 0 || image !== undefined)
    reject('One instance with nothing but a prompt is supported.', 'instances');
  const settings = readRecord(parameters, 'parameters') ?? {};
  const ratio = readText(settings.aspectRatio, 'parameters.aspectRatio');
  const isLarge = (settings.sampleImageSize ?? settings.imageSize) === LARGE;
  return {
    model,
    prompt: requireText(prompt, 'instances[0].prompt'),
    n: readWhole(settings.sampleCount, 'parameters.sampleCount') ?? 1,
    size: ratio === undefined ? undefined : sizeOf(ratio, isLarge),
    negative_prompt: readText(settings.negativePrompt, 'parameters.negativePrompt'),
    seed: readWhole(settings.seed, 'parameters.seed'),
    // Models with this prefix always return base64, and refuse the member.
    response_format: model.startsWith('gpt-image') ? undefined : 'b64_json',
  };
}

function sizeOf(ratio: string, isLarge: boolean): string {
  const size = ownValue(SIZES, ratio);
  if (size === undefined)
    return reject(`aspectRatio must be one of ${Object.keys(SIZES).join(', ')}.`, 'aspectRatio');
  return isLarge ? size.replace(/\d+/g, (side) => String(Number(side) * 2)) : size;
}

/** Wraps a translation to return its response as predictions. */
export function withPredictions(translation: Translation): Translation {
  const readResponse: Translation['readResponse'] = (bytes) => {
    const read = translation.readResponse(bytes);
    return read.ok ? { ...read, body: predictionsOf(read.body) } : read;
  };
  return { ...translation, passesThrough: false, readResponse, readResponseAsStream: readResponse };
}

function predictionsOf(body: Uint8Array): Uint8Array {
  const { data, images } = recordOf(parseJson(body));
  const predictions = recordsOf(data ?? images).map(({ b64_json: base64, url }) => {
    if (typeof base64 === 'string') return { mimeType: 'image/png', bytesBase64Encoded: base64 };
    const [, mimeType, bytesBase64Encoded] = DATA_URL.exec(textOf(url)) ?? [];
    return bytesBase64Encoded === undefined ? { url } : { mimeType, bytesBase64Encoded };
  });
  return encodeText(JSON.stringify({ predictions }));
}
