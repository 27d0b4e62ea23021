import type { IncomingMessage } from 'node:http';
import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type Gunzip,
  type Inflate,
} from 'node:zlib';
import { AppError } from '../platform/app-error.ts';
import type { HttpRequest } from '../platform/http-server/exchange.ts';
import { PlainRequest } from '../platform/http-server/plain-request.ts';

const EMPTY = Buffer.alloc(0);

/**
 * The whole body, at most `maxBytes` before and after decompression. Throws AppError
 * relay_body_too_large or relay_unsupported_encoding; rejects when the client leaves.
 */
export function readBody(request: HttpRequest, maxBytes: number): Promise<Buffer> {
  if (request instanceof PlainRequest) return request.readBody(maxBytes);
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxBytes)
    return Promise.reject(new AppError('relay_body_too_large', { limit: maxBytes }));
  return new Promise((resolve, reject) => {
    const source = decompressed(request);
    if (!source) return reject(new AppError('relay_unsupported_encoding'));
    let chunks: Buffer[] = [];
    let size = 0;
    source.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        chunks = [];
        request.unpipe();
        request.resume();
        source.removeAllListeners('data');
        if (source !== request) source.destroy();
        return reject(new AppError('relay_body_too_large', { limit: maxBytes }));
      }
      chunks.push(chunk);
    });
    source.on('end', () =>
      resolve(
        chunks.length === 1
          ? (chunks[0] as Buffer)
          : chunks.length === 0
            ? EMPTY
            : Buffer.concat(chunks, size),
      ),
    );
    source.on('error', () =>
      reject(new AppError('relay_invalid_json', {}, { internal: 'the body could not be read' })),
    );
    request.on('close', () => {
      if (!request.complete)
        reject(
          new AppError('relay_invalid_request', {}, { internal: 'the client left while sending' }),
        );
    });
  });
}

type Source = IncomingMessage | Gunzip | Inflate | BrotliDecompress;

function decompressed(request: IncomingMessage): Source | undefined {
  switch (request.headers['content-encoding']?.toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return request;
    case 'gzip':
    case 'x-gzip':
      return request.pipe(createGunzip());
    case 'deflate':
      return request.pipe(createInflate());
    case 'br':
      return request.pipe(createBrotliDecompress());
    default:
      return undefined;
  }
}
