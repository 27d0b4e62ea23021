import { breakAtStart, breakHalfway } from '../break-stream.ts';
import { cutConnection } from '../connection-cut.ts';
import { gapOf } from '../respond.ts';
import { type Call, type Endpoint, firstText, missing } from '../endpoint.ts';
import { drained, openEventStream } from '../event-stream.ts';
import { mediaUsageOf } from './media-usage.ts';

const TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/opus',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};
const PIECE_BYTES = 1024;
const HUGE_PIECE_BYTES = 256 * 1024;

/**
 * POST /v1/audio/speech: as many chunks as the script has tokens, each filled with its index; as events with
 * usage if `stream_format` is sse.
 */
export const speechEndpoint: Endpoint = {
  findMistake: ({ input, voice }) =>
    input === undefined ? missing('input') : voice === undefined ? missing('voice') : undefined,
  lastText: ({ input }) => firstText(input),
  respond: (call) =>
    call.body['stream_format'] === 'sse' ? streamSpeech(call) : respondWithAudio(call),
};

const pieceOf = (index: number, size: number) => Buffer.alloc(size, index % 256);

async function respondWithAudio({ body, script, response, clock }: Call): Promise<void> {
  response.writeHead(200, {
    'content-type': TYPES[String(body['response_format'] ?? 'mp3')] ?? 'audio/mpeg',
    'transfer-encoding': 'chunked',
  });
  const size = script.fault === 'huge' ? HUGE_PIECE_BYTES : PIECE_BYTES;
  for (let index = 0; index < script.tokens; index++) {
    if (index === script.tokens >> 1 && script.fault === 'cut-mid-stream')
      return void response.write('', () => cutConnection(response));
    if (gapOf(script) > 0) await clock.wait(gapOf(script));
    if (response.destroyed) return;
    if (!response.write(pieceOf(index, size))) await drained(response, response);
  }
  response.end();
}

async function streamSpeech(call: Call): Promise<void> {
  const { script } = call;
  const stream = openEventStream(call);
  if (await breakAtStart(call, stream)) return;
  for (let index = 0; index < script.tokens; index++)
    await stream.send({
      type: 'speech.audio.delta',
      audio: pieceOf(index, PIECE_BYTES).toString('base64'),
    });
  if (await breakHalfway(call, stream, 'data: {"type":"speech.audio.do')) return;
  const usage = mediaUsageOf(script, {});
  await stream.send({ type: 'speech.audio.done', ...(usage ? { usage } : {}) });
  stream.end();
}
