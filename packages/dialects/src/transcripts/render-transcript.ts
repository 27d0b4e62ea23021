import { encodeText } from '../json/encode-text.ts';
import { textOf, textOrNumberOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';

/** A format-neutral transcript of a recording. */
export interface Transcript {
  readonly text: string;
  readonly language: string | undefined;
  readonly seconds: number | undefined;
  readonly segments: readonly JsonObject[];
  readonly words: readonly JsonObject[];
  /** Subtitles as WebVTT. */
  readonly vtt: string;
}

/** The formats that OpenAI's clients may request, and their media types. */
export const TRANSCRIPT_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  verbose_json: 'application/json',
  text: 'text/plain; charset=utf-8',
  srt: 'text/plain; charset=utf-8',
  vtt: 'text/plain; charset=utf-8',
};

/** Renders the transcript in one of OpenAI's formats. */
export function renderTranscript(transcript: Transcript, format: string, task: string): Uint8Array {
  const { text, language, seconds: duration, words } = transcript;
  switch (format) {
    case 'text':
      return encodeText(`${text}\n`);
    case 'vtt':
      return encodeText(transcript.vtt);
    case 'srt':
      return encodeText(toSubRip(transcript.vtt));
    case 'verbose_json': {
      const segments = transcript.segments.map((segment, id) => ({
        id,
        seek: 0,
        tokens: [],
        ...segment,
      }));
      const timedWords = words.length > 0 ? { words } : {};
      const body = { task, language, duration, text, segments, ...timedWords };
      return encodeText(JSON.stringify(body));
    }
    default:
      return encodeText(JSON.stringify({ text }));
  }
}

const CUE = /^(?:(\d+):)?(\d\d:\d\d)\.(\d{3}) --> (?:(\d+):)?(\d\d:\d\d)\.(\d{3})/;

/** Converts WebVTT to SubRip: cues are numbered, hours are always present, milliseconds follow a comma. */
function toSubRip(vtt: string): string {
  const cues = vtt.split(/\n{2,}/).flatMap((block) => {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => CUE.test(line));
    const [, hours, start, startRest, endHours, end, endRest] = CUE.exec(lines[at] ?? '') ?? [];
    if (at === -1) return [];
    const from = `${twoDigits(hours)}:${start},${startRest}`;
    const till = `${twoDigits(endHours)}:${end},${endRest}`;
    return [[`${from} --> ${till}`, ...lines.slice(at + 1)].join('\n').trimEnd()];
  });
  return cues.map((cue, index) => `${index + 1}\n${cue}\n\n`).join('');
}

/** Renders subtitles from segments that have a start and an end. */
export function toWebVtt(segments: readonly JsonObject[]): string {
  const cues = segments.map(
    ({ start, end, text }) => `${timeOf(start)} --> ${timeOf(end)}\n${textOf(text).trim()}\n\n`,
  );
  return `WEBVTT\n\n${cues.join('')}`;
}

const twoDigits = (count: number | string = 0) => String(count).padStart(2, '0');

function timeOf(seconds: unknown): string {
  const thousandths = Math.max(0, Math.round(Number(textOrNumberOf(seconds)) * 1000) || 0);
  const wholeSeconds = Math.floor(thousandths / 1000);
  const [hours, minutes] = [Math.floor(wholeSeconds / 3600), Math.floor(wholeSeconds / 60) % 60];
  const rest = String(thousandths % 1000).padStart(3, '0');
  return `${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(wholeSeconds % 60)}.${rest}`;
}
