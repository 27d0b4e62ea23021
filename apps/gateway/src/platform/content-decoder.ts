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

/** The largest window that a zstd response may require: 8 MB (RFC 9659). */
const ZSTD_WINDOW_LOG_MAX = 23;
/** Decoded output up to this size is always accepted: short responses can be highly repetitive. */
const FREE_BYTES = 16 * 1024 * 1024;
/** Beyond that, text and Base64 never expand by more than this factor. */
const RATIO_MAX = 200;

/** Whether a `content-encoding` leaves the body unchanged. */
export function isIdentity(coding: string): boolean {
  return coding === '' || coding.toLowerCase() === 'identity';
}

/**
 * Returns a decoder for a `content-encoding`; undefined for an unknown one, and for several layered
 * encodings.
 */
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

/** Whether the ratio of decoded to encoded bytes indicates a decompression bomb. */
export function isBomb(decodedBytes: number, encodedBytes: number): boolean {
  return decodedBytes > FREE_BYTES && decodedBytes > encodedBytes * RATIO_MAX;
}
