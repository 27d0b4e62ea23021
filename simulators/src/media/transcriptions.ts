import { respondWithJson } from '../respond.ts';
import { breakAtStart, breakHalfway } from '../break-stream.ts';
import { type Call, type Endpoint, firstText, missing } from '../endpoint.ts';
import { openEventStream } from '../event-stream.ts';
import { splitText } from '../script.ts';
import { mediaUsageOf } from './media-usage.ts';

/**
 * POST /v1/audio/transcriptions and /translations: the text of the script in each of the formats. whisper-1
 * reports the script's seconds, the others tokens.
 */
export const transcriptionsEndpoint: Endpoint = {
  modelOptional: true,
  findMistake: ({ file }) =>
    typeof file === 'object' && file !== null ? undefined : missing('file'),
  lastText: ({ prompt }) => firstText(prompt),
  respond(call) {
    const { body } = call;
    const isTimed = String(body['model'] ?? 'whisper-1').startsWith('whisper');
    if (String(body['stream']) === 'true' && !isTimed) return streamTranscript(call);
    const format = String(body['response_format'] ?? 'json');
    return format === 'json' || format === 'verbose_json'
      ? respondWithJson(call, transcriptOf(call, isTimed, format))
      : respondWithText(call, format);
  },
};

function usageOf({ script }: Call, isTimed: boolean) {
  if (script.fault === 'no-usage') return {};
  return isTimed
    ? { usage: { type: 'duration', seconds: script.seconds } }
    : { usage: { type: 'tokens', ...mediaUsageOf(script, { audio_tokens: script.audio_tokens }) } };
}

function transcriptOf(call: Call, isTimed: boolean, format: string) {
  const { text, seconds } = call.script;
  const verbose = { task: 'transcribe', language: 'english', duration: seconds, segments: [] };
  return { ...(format === 'verbose_json' ? verbose : {}), text, ...usageOf(call, isTimed) };
}

async function respondWithText({ response, script }: Call, format: string): Promise<void> {
  const at = (mark: string) => `00:00:00${mark}000 --> 00:00:${padded(script.seconds)}${mark}000`;
  const texts: Readonly<Record<string, string>> = {
    srt: `1\n${at(',')}\n${script.text}\n\n`,
    vtt: `WEBVTT\n\n${at('.')}\n${script.text}\n\n`,
  };
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(texts[format] ?? `${script.text}\n`);
}

const padded = (seconds: number) => String(Math.ceil(seconds)).padStart(2, '0');

async function streamTranscript(call: Call): Promise<void> {
  const stream = openEventStream(call);
  if (await breakAtStart(call, stream)) return;
  for (const delta of splitText(call.script))
    await stream.send({ type: 'transcript.text.delta', delta });
  if (await breakHalfway(call, stream, 'data: {"type":"transcript.text.do')) return;
  await stream.send({
    type: 'transcript.text.done',
    text: call.script.text,
    ...usageOf(call, false),
  });
  if (call.script.fault !== 'no-done') await stream.sendText('data: [DONE]\n\n');
  stream.end();
}
