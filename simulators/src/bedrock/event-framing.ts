import { crc32 } from 'node:zlib';
import type { EventFraming } from '../endpoint.ts';
import type { Script } from '../script.ts';

const CONTENT_TYPE = 'application/vnd.amazon.eventstream';
const STRING = 7;

/** Wraps the events of Anthropic's dialect in AWS's binary frames. */
export function eventFraming(script: Script): EventFraming {
  return {
    contentType: CONTENT_TYPE,
    encode(text) {
      const data = /^data: (.*)$/m.exec(text)?.[1] ?? '';
      const isWhole = text.endsWith('\n\n');
      if (!isWhole) return chunkFrame(data).subarray(0, 40);
      const event = JSON.parse(data) as { type: string; error?: { message: string } };
      if (event.type === 'error') return exceptionFrame(event.error?.message ?? '');
      if (event.type !== 'message_stop') return chunkFrame(data);
      return chunkFrame(JSON.stringify({ ...metricsOf(script), ...event }));
    },
  };
}

function metricsOf({ prompt_tokens, completion_tokens }: Script) {
  const metrics = {
    inputTokenCount: prompt_tokens,
    outputTokenCount: completion_tokens,
    invocationLatency: 900,
    firstByteLatency: 300,
  };
  return { 'amazon-bedrock-invocationMetrics': metrics };
}

function chunkFrame(json: string): Buffer {
  const headers = {
    ':event-type': 'chunk',
    ':content-type': 'application/json',
    ':message-type': 'event',
  };
  return frame(headers, { bytes: Buffer.from(json).toString('base64'), p: 'abcdefg' });
}

function exceptionFrame(message: string): Buffer {
  const headers = {
    ':exception-type': 'modelStreamErrorException',
    ':content-type': 'application/json',
    ':message-type': 'exception',
  };
  return frame(headers, { message });
}

/** Lengths, their checksum, headers, payload, and the checksum of the whole frame. */
function frame(headers: Record<string, string>, payload: object): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => header(name, value)));
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.concat([word(head.length + body.length + 16), word(head.length)]);
  const message = Buffer.concat([prelude, word(crc32(prelude)), head, body]);
  return Buffer.concat([message, word(crc32(message))]);
}

function header(name: string, value: string): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([STRING]),
    size,
    Buffer.from(value),
  ]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
