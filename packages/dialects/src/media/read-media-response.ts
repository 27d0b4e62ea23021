import { estimateTextTokens } from '../token-estimator/estimate-text.ts';
import { buildFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import { recordOf, textOf, textOrNumberOf } from '../json/loose-values.ts';
import { countItems } from '../json/count-items.ts';
import { decodeText, isRecord, parseJson } from '../json/parse-json.ts';
import { scanTopLevelMembers } from '../json/top-level-members.ts';
import { readUpstreamUsage } from '../openai-chat/usage.ts';
import { noTokens, type WholeResponseResult } from '../translate/whole-response.ts';
import type { MediaRequest } from './media-request.ts';
import type { MediaReport } from './media-report.ts';

const OPEN_BRACKET = 0x5b;
const ERROR_BODY_MAX = 262_144;
/** Member with the list of images: of OpenAI and nearly all others, and of SiliconFlow. */
const IMAGES = ['data', 'images'];
const SUBTITLES: ReadonlySet<string> = new Set(['srt', 'vtt']);
/** "00:01:02,500 --> 00:01:04,000" in both subtitle formats; hours may be absent. */
const CUE_END = /-->\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{3})/g;

/** Reads a complete response with a status below 300. Never throws. */
export function readMediaResponse(media: MediaRequest, bytes: Uint8Array): WholeResponseResult {
  const { unit } = media.work;
  if (unit === 'image') return readImages(bytes);
  if (unit === 'speech') return readFaultOf(bytes);
  if (SUBTITLES.has(media.responseFormat)) return readSubtitles(bytes);
  return media.responseFormat === 'text' ? readPlainText(bytes) : readTranscript(bytes);
}

const succeed = (body: Uint8Array, report: MediaReport): WholeResponseResult => ({
  ok: true,
  body,
  usage: report.usage,
  estimateTokens: noTokens,
  media: report,
});

/** Images may be megabytes of base64: only the metadata is parsed. */
function readImages(bytes: Uint8Array): WholeResponseResult {
  const members = scanTopLevelMembers(bytes);
  const list = IMAGES.map((name) => members?.get(name)).find(
    (range) => range && bytes[range.start] === OPEN_BRACKET,
  );
  if (!members || !list) return readFaultOf(bytes);
  const usage = members.get('usage');
  return succeed(bytes, {
    images: countItems(bytes, list),
    usage: usage && readUpstreamUsage(parseJson(bytes.subarray(usage.start, usage.end))),
  });
}

function readTranscript(bytes: Uint8Array): WholeResponseResult {
  const body = parseJson(bytes);
  if (!isRecord(body) || typeof body['text'] !== 'string') {
    // Some upstreams return plain text whatever format was requested.
    return body === undefined ? readPlainText(bytes) : readFaultOf(bytes);
  }
  return succeed(bytes, reportTranscript(body));
}

/** Reads the report in a complete transcript, or in the last event of a streamed one. */
export function reportTranscript(body: Readonly<Record<string, unknown>>): MediaReport {
  const usage = recordOf(body['usage']);
  const isTimed = usage['type'] === 'duration';
  const seconds = isTimed ? usage['seconds'] : (body['duration'] ?? usage['prompt_audio_seconds']);
  const duration = Number(textOrNumberOf(seconds));
  return {
    usage: isTimed ? undefined : readUpstreamUsage(body['usage']),
    seconds: duration > 0 && Number.isFinite(duration) ? duration : undefined,
    textTokens: estimateTextTokens(textOf(body['text'])),
  };
}

function readPlainText(bytes: Uint8Array): WholeResponseResult {
  return succeed(bytes, { textTokens: estimateTextTokens(decodeText(bytes)) });
}

function readSubtitles(bytes: Uint8Array): WholeResponseResult {
  const text = decodeText(bytes);
  return succeed(bytes, {
    seconds: lastCue(text),
    mayLastLonger: true,
    textTokens: estimateTextTokens(text.replace(CUE_END, '')),
  });
}

/** Returns the end of the last subtitle, in seconds. */
function lastCue(text: string): number | undefined {
  let last = 0;
  for (const [, hours = '0', minutes, seconds, thousandths] of text.matchAll(CUE_END)) {
    const end =
      Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000;
    last = Math.max(last, end);
  }
  return last > 0 ? last : undefined;
}

/** Reads the fault in a body that is not a regular response. */
function readFaultOf(bytes: Uint8Array): { readonly ok: false; readonly fault: UpstreamFault } {
  const body = bytes.length > ERROR_BODY_MAX ? undefined : parseJson(bytes);
  return { ok: false, fault: buildFault(200, readErrorObject(body, false)) };
}
