/** Hashes and signatures of the caller's platform; this package has none of its own. */
export interface SigningCrypto {
  readonly sha256: (data: Uint8Array) => Uint8Array;
  readonly hmacSha256: (key: Uint8Array, data: Uint8Array) => Uint8Array;
  /** RSASSA-PKCS1-v1_5 with SHA-256; the key is PEM. Throws if it is invalid. */
  readonly signRs256: (privateKey: string, data: Uint8Array) => Uint8Array;
}
