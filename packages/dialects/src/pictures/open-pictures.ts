import { buildFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import type { AuxiliaryFormat } from '../ir/dialect.ts';
import { readSafely, reject } from '../ir/read-shape.ts';
import { encodeText } from '../json/encode-text.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { openOwnForm } from '../media/open-own-form.ts';
import type { JsonObject } from '../openai-chat/client-request.ts';
import { toBase64 } from '../signing/encodings.ts';
import type { OpenTranslationResult, TranslationOptions } from '../translate/open-translation.ts';
import { noTokens, type WholeAnswerResult } from '../translate/whole-answer.ts';
import { baiduPictures } from './baidu-pictures.ts';
import { cloudflarePictures } from './cloudflare-pictures.ts';
import { dashscopeJobPictures } from './dashscope-jobs.ts';
import { dashscopePictures } from './dashscope-pictures.ts';
import { imagenPictures } from './imagen-pictures.ts';
import { minimaxPictures } from './minimax-pictures.ts';
import { parsePictureCall, type Picture, type PictureCodec } from './picture-call.ts';
import { siliconPictures } from './silicon-pictures.ts';

const CODECS: Partial<Readonly<Record<AuxiliaryFormat, PictureCodec & { readonly only?: 1 }>>> = {
  'baidu-pictures': baiduPictures,
  'imagen-pictures': imagenPictures,
  'dashscope-pictures': dashscopePictures,
  'dashscope-job-pictures': dashscopeJobPictures,
  'silicon-pictures': siliconPictures,
  'minimax-pictures': minimaxPictures,
  'cloudflare-pictures': { ...cloudflarePictures, only: 1 },
};

/** How files of pictures begin, and their type. */
const BEGINNINGS: readonly (readonly [readonly number[], string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], 'image/png'],
  [[0xff, 0xd8, 0xff], 'image/jpeg'],
];

/** A call for pictures from OpenAI's form to an upstream's own, and its answer back. Never throws. */
export function openPictures(
  options: TranslationOptions,
  to: AuxiliaryFormat,
): OpenTranslationResult {
  const opened = readSafely(() => readWish(options, to));
  if (!opened.ok) return opened;
  const { codec, wish, body } = opened.value;
  const readAnswer = (bytes: Uint8Array): WholeAnswerResult => {
    const pictures = picturesOf(codec, bytes);
    if (!pictures) return faultOf(bytes);
    if (pictures.length === 0) return FILTERED;
    const data = pictures.map((picture) => show(picture, wish.wanted));
    return {
      ok: true,
      body: encodeText(JSON.stringify({ created: options.createdSeconds, data })),
      usage: undefined,
      estimateTokens: noTokens,
      media: { usage: undefined, pictures: pictures.length },
    };
  };
  return { ok: true, translation: openOwnForm(options, to, { body, readAnswer }) };
}

/** What is asked for, in the form of the upstream. Throws ShapeError. */
function readWish({ call, upstreamModel }: TranslationOptions, to: AuxiliaryFormat) {
  const codec = CODECS[to];
  if (!codec || call.media?.form || call.media?.kind !== 'images')
    return reject('This model makes pictures from words only.', 'model', UNSUPPORTED);
  if (call.request.stream)
    return reject('Pictures of this model can not be streamed.', 'stream', UNSUPPORTED);
  const wish = parsePictureCall(call.body, upstreamModel);
  if (codec.only && wish.count > codec.only)
    return reject('This model makes one picture a call.', 'n', UNSUPPORTED);
  return { codec, wish, body: encodeText(JSON.stringify(codec.render(wish))) };
}

const UNSUPPORTED = 'unsupported_by_upstream';

function picturesOf(codec: PictureCodec, bytes: Uint8Array): readonly Picture[] | undefined {
  const file = BEGINNINGS.find(([start]) => start.every((byte, at) => bytes[at] === byte));
  if (file) return [{ base64: toBase64(bytes), type: file[1] }];
  const body = parseJson(bytes);
  return isRecord(body) ? codec.parse(body) : undefined;
}

/** A client that wants an address gets the picture itself in one, where there is no other. */
function show(picture: Picture, wanted: string): JsonObject {
  if ('url' in picture) return { url: picture.url };
  const { base64, type = '' } = picture;
  if (wanted !== 'url') return { b64_json: base64 };
  return { url: `data:${type === '' ? 'image/png' : type};base64,${base64}` };
}

function faultOf(bytes: Uint8Array): WholeAnswerResult {
  return { ok: false, fault: buildFault(200, readErrorObject(parseJson(bytes), false)) };
}

const FILTERED: WholeAnswerResult = {
  ok: false,
  fault: buildFault(400, {
    message: 'No picture came: the safety filter of the provider held all of them back.',
    type: 'invalid_request_error',
    code: 'content_filter',
    param: null,
  }),
};
