import { buildFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import type { AuxiliaryFormat } from '../ir/dialect.ts';
import { readSafely, reject } from '../ir/read-shape.ts';
import { encodeText } from '../json/encode-text.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { openConvertedMedia } from '../media/open-converted-media.ts';
import type { JsonObject } from '../json/json-object.ts';
import { toBase64 } from '../signing/encodings.ts';
import type { OpenTranslationResult, TranslationOptions } from '../translate/translation.ts';
import { noTokens, type WholeResponseResult } from '../translate/whole-response.ts';
import { baiduImages } from './baidu-images.ts';
import { cloudflareImages } from './cloudflare-images.ts';
import { dashscopeJobImages } from './dashscope-jobs.ts';
import { dashscopeImages } from './dashscope-images.ts';
import { imagenImages } from './imagen-images.ts';
import { minimaxImages } from './minimax-images.ts';
import { parseImageRequest, type GeneratedImage, type ImageCodec } from './image-request.ts';
import { siliconImages } from './silicon-images.ts';

const CODECS: Partial<Readonly<Record<AuxiliaryFormat, ImageCodec & { readonly only?: 1 }>>> = {
  'baidu-images': baiduImages,
  'imagen-images': imagenImages,
  'dashscope-images': dashscopeImages,
  'dashscope-job-images': dashscopeJobImages,
  'silicon-images': siliconImages,
  'minimax-images': minimaxImages,
  'cloudflare-images': { ...cloudflareImages, only: 1 },
};

/** Magic numbers of image files, and their media types. */
const BEGINNINGS: readonly (readonly [readonly number[], string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], 'image/png'],
  [[0xff, 0xd8, 0xff], 'image/jpeg'],
];

/** Converts an image call from OpenAI's format to an upstream's own, and its response back. Never throws. */
export function openImageGeneration(
  options: TranslationOptions,
  to: AuxiliaryFormat,
): OpenTranslationResult {
  const opened = readSafely(() => readImageRequest(options, to));
  if (!opened.ok) return opened;
  const { codec, imageRequest, body } = opened.value;
  const readResponse = (bytes: Uint8Array): WholeResponseResult => {
    const images = imagesOf(codec, bytes);
    if (!images) return faultOf(bytes);
    if (images.length === 0) return FILTERED;
    const data = images.map((image) => renderImage(image, imageRequest.responseFormat));
    return {
      ok: true,
      body: encodeText(JSON.stringify({ created: options.createdSeconds, data })),
      usage: undefined,
      estimateTokens: noTokens,
      media: { usage: undefined, images: images.length },
    };
  };
  return { ok: true, translation: openConvertedMedia(options, to, { body, readResponse }) };
}

/** Converts the request to the upstream's format. Throws ShapeError. */
function readImageRequest({ call, upstreamModel }: TranslationOptions, to: AuxiliaryFormat) {
  const codec = CODECS[to];
  if (!codec || call.media?.form || call.media?.kind !== 'images')
    return reject('This model makes images from words only.', 'model', UNSUPPORTED);
  if (call.request.stream)
    return reject('Images of this model can not be streamed.', 'stream', UNSUPPORTED);
  const imageRequest = parseImageRequest(call.body, upstreamModel);
  if (codec.only && imageRequest.count > codec.only)
    return reject('This model makes one image a call.', 'n', UNSUPPORTED);
  return { codec, imageRequest, body: encodeText(JSON.stringify(codec.render(imageRequest))) };
}

const UNSUPPORTED = 'unsupported_by_upstream';

function imagesOf(codec: ImageCodec, bytes: Uint8Array): readonly GeneratedImage[] | undefined {
  const file = BEGINNINGS.find(([start]) => start.every((byte, at) => bytes[at] === byte));
  if (file) return [{ base64: toBase64(bytes), type: file[1] }];
  const body = parseJson(bytes);
  return isRecord(body) ? codec.parse(body) : undefined;
}

/** A client that wants a URL gets a data URL if there is no other. */
function renderImage(image: GeneratedImage, responseFormat: string): JsonObject {
  if ('url' in image) return { url: image.url };
  const { base64, type = '' } = image;
  if (responseFormat !== 'url') return { b64_json: base64 };
  return { url: `data:${type === '' ? 'image/png' : type};base64,${base64}` };
}

function faultOf(bytes: Uint8Array): WholeResponseResult {
  return { ok: false, fault: buildFault(200, readErrorObject(parseJson(bytes), false)) };
}

const FILTERED: WholeResponseResult = {
  ok: false,
  fault: buildFault(400, {
    message: 'No image came: the safety filter of the provider held all of them back.',
    type: 'invalid_request_error',
    code: 'content_filter',
    param: null,
  }),
};
