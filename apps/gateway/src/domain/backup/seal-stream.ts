import { createCipheriv, createDecipheriv } from 'node:crypto';
import { OperatorError } from '../../platform/operator-error.ts';

const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const LAST = 0x8000_0000;

type Bytes = AsyncIterable<Buffer>;

/**
 * Encrypts a stream in chunks of 64 KiB: `<length, highest bit: last> <ciphertext> <tag>`, AES-256-GCM. The
 * nonce counts chunks and marks the last one, so that chunks can't be reordered, dropped or cut off. `key`
 * must be used for this stream only; `header` is authenticated as well.
 */
export async function* sealStream(source: Bytes, key: Buffer, header: Buffer): Bytes {
  let number = 0;
  const seal = (plain: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(header);
    number += 1;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(plain.length + (isLast ? LAST : 0));
    return Buffer.concat([length, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  let buffered = Buffer.alloc(0);
  for await (const bytes of source) {
    buffered = Buffer.concat([buffered, bytes]);
    while (buffered.length > CHUNK_BYTES) {
      yield seal(buffered.subarray(0, CHUNK_BYTES), false);
      buffered = buffered.subarray(CHUNK_BYTES);
    }
  }
  yield seal(buffered, true);
}

/** Decrypts the stream. Throws an OperatorError at the first chunk that was changed. */
export async function* openSealedStream(source: Bytes, key: Buffer, header: Buffer): Bytes {
  let number = 0;
  let buffered = Buffer.alloc(0);
  let isOver = false;
  for await (const bytes of source) {
    buffered = Buffer.concat([buffered, bytes]);
    for (;;) {
      if (buffered.length < 4) break;
      const frameHeader = buffered.readUInt32BE(0);
      const isLast = frameHeader >= LAST;
      const length = isLast ? frameHeader - LAST : frameHeader;
      if (length > CHUNK_BYTES || isOver) throw new OperatorError('backup.unreadable');
      const end = 4 + length + TAG_BYTES;
      if (buffered.length < end) break;
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast));
      decipher.setAAD(header).setAuthTag(buffered.subarray(end - TAG_BYTES, end));
      number += 1;
      yield open(decipher, buffered.subarray(4, end - TAG_BYTES));
      isOver = isLast;
      buffered = buffered.subarray(end);
    }
  }
  if (!isOver || buffered.length > 0) throw new OperatorError('backup.unreadable');
}

function open(decipher: ReturnType<typeof createDecipheriv>, sealed: Buffer): Buffer {
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch (cause) {
    throw new OperatorError('backup.unreadable', {}, { cause });
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}
