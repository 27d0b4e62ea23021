import {
  type BrotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  type Gunzip,
  type Inflate,
  type ZstdDecompress,
} from 'node:zlib';

export type ContentDecoder = Gunzip | Inflate | BrotliDecompress | ZstdDecompress;

/** The largest window that a zstd response may ask memory for: 8 MB (RFC 9659). */
const ZSTD_WINDOW_LOG_MAX = 23;
/** So much may come out of however little: short responses repeat themselves. */
const FREE_BYTES = 16 * 1024 * 1024;
/** Beyond it, text and Base64 never grow by more than this. */
const RATIO_MAX = 200;

/** Whether a `content-encoding` leaves the body as it is. */
export function isIdentity(coding: string): boolean {
  return coding === '' || coding.toLowerCase() === 'identity';
}

/** What takes a body of a `content-encoding` apart; undefined for an unknown one, and for several on top of each other. */
export function openContentDecoder(coding: string): ContentDecoder | undefined {
  switch (coding.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      return createZstdDecompress({
        params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX },
      });
    default:
      return undefined;
  }
}

/** Whether so much out of so little is a decompression bomb: work for nothing. */
export function isBomb(decodedBytes: number, encodedBytes: number): boolean {
  return decodedBytes > FREE_BYTES && decodedBytes > encodedBytes * RATIO_MAX;
}
