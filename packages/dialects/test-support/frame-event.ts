/// <reference types="node" />
import { crc32 as nodeCrc32 } from 'node:zlib';

/** Encodes a message of an AWS event stream, with checksums from an independent implementation. */
export function frameMessage(headers: Record<string, string>, payload: object): Buffer {
  const named = Object.entries(headers).map(([name, value]) => {
    const size = Buffer.alloc(2);
    size.writeUInt16BE(Buffer.byteLength(value));
    return Buffer.concat([
      Buffer.from([name.length]),
      Buffer.from(name),
      Buffer.from([7]),
      size,
      Buffer.from(value),
    ]);
  });
  const head = Buffer.concat(named);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(16 + head.length + body.length, 0);
  prelude.writeUInt32BE(head.length, 4);
  const word = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const start = Buffer.concat([prelude, word(nodeCrc32(prelude)), head, body]);
  return Buffer.concat([start, word(nodeCrc32(start))]);
}

/** Encodes an event of a Claude stream as a Bedrock frame. */
export const frameEvent = (json: string): Buffer =>
  frameMessage(
    { ':message-type': 'event', ':event-type': 'chunk' },
    { bytes: Buffer.from(json).toString('base64'), p: 'abc' },
  );
