import { estimateTextTokens } from '../token-estimator/estimate-text.ts';
import { buildFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import type { ConversionWarning } from '../ir/conversion-warnings.ts';
import { compact, listUnknown, readSafely, reject } from '../ir/read-shape.ts';
import { concatBytes } from '../json/concat-bytes.ts';
import { encodeText } from '../json/encode-text.ts';
import { recordOf, recordsOf, textOf } from '../json/loose-values.ts';
import { parseJson } from '../json/parse-json.ts';
import { openConvertedMedia } from '../media/open-converted-media.ts';
import type { JsonObject } from '../json/json-object.ts';
import { base64Bytes } from '../signing/encodings.ts';
import type { OpenTranslationResult, TranslationOptions } from '../translate/translation.ts';
import { noTokens, type WholeResponseResult } from '../translate/whole-response.ts';
import {
  renderTranscript,
  toWebVtt,
  TRANSCRIPT_TYPES,
  type Transcript,
} from './render-transcript.ts';
import { ownValue } from '../json/own-value.ts';

const CODE = 'unsupported_by_upstream';
/**
 * Accepts JSON and supports languages, hints and translation; other models accept only the bare recording.
 */
const LARGE = /whisper-large/;
const SHAPES_ANSWER = ['model', 'response_format', 'timestamp_granularities[]', 'stream'];
const READ_BY_LARGE = new Set([...SHAPES_ANSWER, 'language', 'prompt']);
const READ_BY_SMALL = new Set(SHAPES_ANSWER);

/**
 * Converts an audio file from OpenAI's format to that of a Workers AI model; the model is in the path.
 * Source: Cloudflare, Workers AI automatic speech recognition models.
 */
export function openCloudflareTranscript(options: TranslationOptions): OpenTranslationResult {
  const opened = readSafely(() => readTranscriptRequest(options));
  if (!opened.ok) return opened;
  const { format, task, ...sent } = opened.value;
  const readResponse = (bytes: Uint8Array) => readTranscript(bytes, format, task);
  const responseType = ownValue(TRANSCRIPT_TYPES, format) ?? 'application/json';
  const form = { ...sent, responseType, readResponse };
  return { ok: true, translation: openConvertedMedia(options, 'cloudflare-transcripts', form) };
}

/** Converts the request to the upstream's format. Throws ShapeError. */
function readTranscriptRequest({ call, upstreamModel }: TranslationOptions) {
  const { media, body, request } = call;
  const file = media?.form?.file;
  if (!file) return reject('This model needs a recording.', 'file', CODE);
  if (request.stream) reject('Transcripts of this model can not be streamed.', 'stream', CODE);
  const format = media.responseFormat === '' ? 'json' : media.responseFormat;
  if (!ownValue(TRANSCRIPT_TYPES, format))
    reject(`This model writes no ${format}.`, 'response_format', CODE);
  const isLarge = LARGE.test(upstreamModel);
  const task = media.kind === 'translations' ? 'translate' : 'transcribe';
  if (task === 'translate' && !isLarge)
    reject('This model translates no recordings.', 'model', CODE);
  const unknown = listUnknown(body, isLarge ? READ_BY_LARGE : READ_BY_SMALL);
  const warnings = unknown.map((detail): ConversionWarning => ({
    feature: 'unknown',
    kind: 'dropped',
    detail,
  }));
  const audio = request.bytes.subarray(file.start, file.end);
  if (isLarge) return { format, task, warnings, body: wrapAudio(audio, body, task) };
  const contentType = 'application/octet-stream';
  return { format, task, warnings, body: audio, contentType };
}

/** Wraps the recording as base64, together with the parameters. */
function wrapAudio(audio: Uint8Array, { language, prompt }: JsonObject, task: string): Uint8Array {
  const settings = JSON.stringify(compact({ task, language, initial_prompt: prompt }));
  return concatBytes([
    encodeText(`${settings.slice(0, -1)},"audio":"`),
    base64Bytes(audio),
    encodeText('"}'),
  ]);
}

function readTranscript(bytes: Uint8Array, format: string, task: string): WholeResponseResult {
  const response = recordOf(parseJson(bytes));
  const result = recordOf(response.result);
  if (typeof result.text !== 'string')
    return { ok: false, fault: buildFault(200, readErrorObject(response, false)) };
  const transcript = transcriptOf(result);
  const { seconds, text } = transcript;
  return {
    ok: true,
    body: renderTranscript(transcript, format, task),
    usage: undefined,
    estimateTokens: noTokens,
    media: { seconds, textTokens: estimateTextTokens(text) },
  };
}

function transcriptOf(result: JsonObject): Transcript {
  const { language, duration } = recordOf(result.transcription_info);
  const segments = recordsOf(result.segments);
  return {
    text: textOf(result.text),
    language: typeof language === 'string' ? language : undefined,
    seconds: typeof duration === 'number' && duration > 0 ? duration : undefined,
    segments: segments.map(({ words: _words, ...segment }) => segment),
    words: [...recordsOf(result.words), ...segments.flatMap(({ words }) => recordsOf(words))],
    vtt: textOf(result.vtt) || toWebVtt(segments),
  };
}
