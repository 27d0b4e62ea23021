import { buildFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import { compact, readNumber, readSafely, readText, reject } from '../ir/read-shape.ts';
import { encodeText } from '../json/encode-text.ts';
import { recordOf } from '../json/loose-values.ts';
import { parseJson } from '../json/parse-json.ts';
import { openConvertedMedia } from '../media/open-converted-media.ts';
import { fromHex } from '../signing/encodings.ts';
import type { OpenTranslationResult, TranslationOptions } from '../translate/translation.ts';
import { noTokens, type WholeResponseResult } from '../translate/whole-response.ts';
import { ownValue } from '../json/own-value.ts';

const TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  pcm: 'audio/pcm',
};

/**
 * Converts a speech call from OpenAI's format to MiniMax's, whose response is JSON with hexadecimal audio.
 * Source: MiniMax, T2A v2.
 */
export function openMinimaxSpeech(options: TranslationOptions): OpenTranslationResult {
  const { call, upstreamModel } = options;
  const opened = readSafely(() => {
    if (call.request.stream)
      return reject('Speech of this model can not be streamed as events.', 'stream_format', CODE);
    const { input, voice, speed, response_format: responseFormat } = call.body;
    const format = readText(responseFormat, 'response_format') ?? 'mp3';
    const type = ownValue(TYPES, format);
    if (type === undefined)
      return reject(`This model speaks ${Object.keys(TYPES).join(', ')}.`, 'response_format', CODE);
    const body = {
      model: upstreamModel,
      text: input,
      stream: false,
      voice_setting: compact({
        voice_id: readText(voice, 'voice'),
        speed: readNumber(speed, 'speed'),
      }),
      audio_setting: { format },
    };
    return { type, body: encodeText(JSON.stringify(body)) };
  });
  if (!opened.ok) return opened;
  const { type, body } = opened.value;
  const form = { body, responseType: type, readResponse: readSpeech };
  return { ok: true, translation: openConvertedMedia(options, 'minimax-speech', form) };
}

const CODE = 'unsupported_by_upstream';

function readSpeech(bytes: Uint8Array): WholeResponseResult {
  const response = parseJson(bytes);
  const { audio } = recordOf(recordOf(response).data);
  const decoded = typeof audio === 'string' ? fromHex(audio) : undefined;
  if (!decoded || decoded.length === 0)
    return { ok: false, fault: buildFault(200, readErrorObject(response, false)) };
  return { ok: true, body: decoded, usage: undefined, estimateTokens: noTokens, media: {} };
}
