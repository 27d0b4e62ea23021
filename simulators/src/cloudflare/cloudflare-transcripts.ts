import { respondWithJson } from '../respond.ts';
import { type Call, type Endpoint, missing, refused } from '../endpoint.ts';
import type { JsonObject } from '../json-object.ts';

/** Members of whisper-large; the smaller models take the bare recording. */
const MEMBERS = ['audio', 'task', 'language', 'initial_prompt', 'vad_filter', 'prefix', 'model'];
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const isLarge = ({ model }: JsonObject) => String(model).includes('whisper-large');

/** Transcription at Workers AI: the text of the script; only the large model reports the duration. */
export const cloudflareTranscripts: Endpoint = {
  findMistake(body) {
    if (!isLarge(body))
      return typeof body['file'] === 'object' ? undefined : refused('bad input: no audio');
    const unknown = Object.keys(body).find((name) => !MEMBERS.includes(name));
    if (unknown !== undefined) return refused(`bad input: ${unknown}`);
    const { audio } = body;
    return typeof audio === 'string' && BASE64.test(audio) ? undefined : missing('audio');
  },
  lastText: ({ initial_prompt }) => String(initial_prompt ?? ''),
  respond: (call) =>
    respondWithJson(call, { result: resultOf(call), success: true, errors: [], messages: [] }),
};

function resultOf({ body, script }: Call) {
  const { text, seconds } = script;
  const words = text.split(' ').map((word, at) => ({ word, start: at, end: at + 1 }));
  const counted = { text, word_count: words.length };
  const till = `00:${String(Math.ceil(seconds)).padStart(2, '0')}.000`;
  const vtt = `WEBVTT\n\n00:00.000 --> ${till}\n${text}\n\n`;
  if (!isLarge(body)) return { ...counted, words, vtt };
  const info = { language: 'en', language_probability: 0.98, duration: seconds };
  const segments = [{ start: 0, end: seconds, text, temperature: 0, no_speech_prob: 0, words }];
  return { transcription_info: info, ...counted, segments, vtt };
}
