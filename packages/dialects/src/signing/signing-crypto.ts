/** Hashes that the caller's platform has; this package has none of its own. */
export interface SigningCrypto {
  readonly sha256: (data: Uint8Array) => Uint8Array;
  readonly hmacSha256: (key: Uint8Array, data: Uint8Array) => Uint8Array;
}
