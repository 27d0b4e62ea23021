import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireFormat } from '../ir/dialect.ts';
import { encodeText } from '../json/encode-text.ts';
import { openTranslation } from '../translate/open-translation.ts';
import { mutate, mutationPath, strange } from '../testing/garble.ts';
import type { MediaKind } from './media-kind.ts';
import { readMediaCall } from './read-media-call.ts';
import { readPredictCall } from '../images/predict-call.ts';

/** Set `RUNS=20000` for a longer search. */
const RUNS = Number(process.env.RUNS ?? 150);
const FORM = 'multipart/form-data; boundary=xx';
const field = (name: string, value: string, more = '') =>
  `--xx\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const recording = (format: string) =>
  encodeText(
    field('model', 'whisper') +
      field('response_format', format) +
      field('file', 'sound', '; filename="a.wav"') +
      '--xx--\r\n',
  );
const timed = { start: 0, end: 1.5, text: 'Hi' };

interface MediaCase {
  readonly to: WireFormat;
  readonly kind: MediaKind;
  readonly body?: object;
  readonly format?: string;
  readonly response: object;
}

const images = (to: WireFormat, response: object): MediaCase => ({
  to,
  kind: 'images',
  body: { model: 'm', prompt: 'a cat', response_format: 'url' },
  response,
});
const WAYS: readonly MediaCase[] = [
  images('openai-chat', {
    created: 1,
    data: [{ b64_json: 'eA==' }],
    usage: { input_tokens: 1, output_tokens: 2, input_tokens_details: { image_tokens: 1 } },
  }),
  images('baidu-images', { data: [{ b64_image: 'eA==' }], error_code: 0 }),
  images('imagen-images', { predictions: [{ bytesBase64Encoded: 'eA==', mimeType: 'image/png' }] }),
  images('dashscope-images', {
    output: { choices: [{ message: { content: [{ image: 'https://x.example/a.png' }] } }] },
  }),
  images('dashscope-job-images', {
    output: { task_status: 'SUCCEEDED', results: [{ url: 'https://x.example/a.png' }] },
  }),
  images('silicon-images', { images: [{ url: 'https://x.example/a.png' }] }),
  images('minimax-images', { data: { image_urls: ['u'], image_base64: ['eA=='] } }),
  images('cloudflare-images', { result: { image: 'eA==' }, success: true }),
  {
    to: 'minimax-speech',
    kind: 'speech',
    body: { model: 'm', input: 'Hi', voice: 'v' },
    response: {
      data: { audio: '4869', status: 2 },
      extra_info: { usage_characters: 2 },
      base_resp: { status_code: 0, status_msg: '' },
    },
  },
  ...['json', 'verbose_json', 'srt', 'vtt', 'text'].flatMap((format): MediaCase[] => [
    {
      to: 'cloudflare-transcripts',
      kind: 'transcriptions',
      format,
      response: {
        result: {
          text: 'Hi',
          transcription_info: { language: 'en', duration: 1.5 },
          segments: [{ ...timed, words: [timed] }],
        },
      },
    },
    {
      to: 'openai-chat',
      kind: 'transcriptions',
      format,
      response: {
        text: 'Hi',
        duration: 1.5,
        segments: [timed],
        usage: { type: 'duration', seconds: 2, prompt_audio_seconds: 3 },
      },
    },
  ]),
];

const readCase = ({ kind, body, format = '' }: MediaCase) =>
  readMediaCall(
    body
      ? { kind, contentType: 'application/json', bytes: encodeText(JSON.stringify(body)) }
      : { kind, contentType: FORM, bytes: recording(format) },
  );

function open(mediaCase: MediaCase) {
  const read = readCase(mediaCase);
  if (!read.ok) throw new Error(read.fault.message);
  return opened(read.call, mediaCase.to);
}

function opened(call: Parameters<typeof openTranslation>[0]['call'], to: WireFormat) {
  const options = { call, to, upstreamModel: 'm', id: 'r', createdSeconds: 1, injectUsage: false };
  const result = openTranslation(options);
  if (!result.ok) throw new Error(result.fault.message);
  return result.translation;
}

describe.each(WAYS)('a garbled $kind response by $to $format', (mediaCase) => {
  it('yields a body with finite measures, or a fault, and never throws', () => {
    fc.assert(
      fc.property(mutationPath, strange, (path, put) => {
        const bytes = encodeText(JSON.stringify(mutate(mediaCase.response, path, put)));
        const result = open(mediaCase).readResponse(bytes);
        if (!result.ok) expect(result.fault.http).toBeGreaterThan(0);
        const media = (result.ok && result.media) || {};
        const { images: count = 0, seconds = 0, textTokens = 0 } = media;
        for (const measure of [count, seconds, textTokens])
          expect(measure).toSatisfy((value) => Number.isFinite(value) && Number(value) >= 0);
      }),
      { numRuns: RUNS },
    );
  });
});

it('a garbled image yields a prediction or a fault, and never throws', () => {
  const body = { instances: [{ prompt: 'a cat' }] };
  const read = readPredictCall({ model: 'm', bytes: encodeText(JSON.stringify(body)) });
  if (!read.ok) throw new Error(read.fault.message);
  const response = { data: [{ b64_json: 'eA==', url: 'data:image/png;base64,eA==' }] };
  fc.assert(
    fc.property(mutationPath, strange, (path, put) => {
      const bytes = encodeText(JSON.stringify(mutate(response, path, put)));
      const result = opened(read.call, 'openai-chat').readResponse(bytes);
      expect(result.ok ? result.body.length : result.fault.http).toBeGreaterThan(0);
    }),
    { numRuns: RUNS * 2 },
  );
});
