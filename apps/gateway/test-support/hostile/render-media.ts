import { MEDIA_MODELS, type MediaPlan } from './media-plan.ts';
import type { RenderedRequest } from './hostile-request.ts';

const BOUNDARY = 'xx';
/** Bytes per second of a recording: 8 bits at 8,000 samples per second. */
const SECOND_BYTES = 8000;
const HEAD_BYTES = 44;

/** Renders a plan's request. The first word of its prompt identifies the plan. */
export function renderMedia(plan: MediaPlan): RenderedRequest {
  const { model, byPage } = plan;
  const text = `${plan.address} ${'word '.repeat(plan.words)}`;
  switch (MEDIA_MODELS[model]) {
    case 'images': {
      const body = JSON.stringify({ model, prompt: text, ...imageMembers(plan) });
      return { path: '/v1/images/generations', body, byPage };
    }
    case 'edits':
      return renderForm('/v1/images/edits', plan, {
        prompt: text,
        image: Buffer.alloc(900, 7),
        ...imageMembers(plan),
      });
    case 'speech': {
      const events = plan.stream ? { stream_format: 'sse' } : {};
      const body = JSON.stringify({ model, input: text, voice: 'alloy', ...events });
      return { path: '/v1/audio/speech', body, byPage };
    }
    case 'transcriptions':
      return renderForm('/v1/audio/transcriptions', plan, {
        prompt: text,
        file: makeRecording(plan.seconds),
        ...(plan.stream ? { stream: 'true' } : {}),
      });
  }
}

function imageMembers({ count, size, quality, stream, partials }: MediaPlan) {
  return {
    ...(count === undefined ? {} : { n: count }),
    ...(size === undefined ? {} : { size }),
    ...(quality === undefined ? {} : { quality }),
    ...(stream ? { stream: true, partial_images: partials } : {}),
  };
}

function renderForm(
  path: string,
  { model, byPage }: MediaPlan,
  fields: Readonly<Record<string, unknown>>,
): RenderedRequest {
  const parts = Object.entries({ model, ...fields }).flatMap(([name, value]) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    Buffer.isBuffer(value) ? '; filename="a.bin"\r\n\r\n' : '\r\n\r\n',
    Buffer.isBuffer(value) ? value : String(value),
    '\r\n',
  ]);
  const body = Buffer.concat([...parts, `--${BOUNDARY}--\r\n`].map((part) => Buffer.from(part)));
  return { path, body, contentType: `multipart/form-data; boundary=${BOUNDARY}`, byPage };
}

/** Creates a WAV file of this many seconds. */
function makeRecording(seconds: number): Buffer {
  const samples = Math.round(seconds * SECOND_BYTES);
  const head = Buffer.alloc(HEAD_BYTES);
  head.write('RIFF', 0);
  head.writeUInt32LE(HEAD_BYTES - 8 + samples, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SECOND_BYTES, 24);
  head.writeUInt32LE(SECOND_BYTES, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 1)]);
}
