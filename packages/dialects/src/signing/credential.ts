import type { SigningCrypto } from './signing-crypto.ts';

/** A request to be signed, as sent over the wire. */
export interface SignableRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: Uint8Array;
  readonly nowMs: number;
}

/** Signs each call. */
export interface RequestSigner {
  readonly kind: 'signed';
  /** Returns the authentication headers; they replace others with the same names. */
  readonly sign: (call: SignableRequest, crypto: SigningCrypto) => Record<string, string>;
  /** Returns the signed URL, if the signature belongs there. */
  readonly signUrl?: (call: SignableRequest, crypto: SigningCrypto) => string;
}

/** The call that obtains a token. */
export interface AccessTokenRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A token and its lifetime. */
export interface UpstreamAccessToken {
  readonly token: string;
  readonly lifetimeMs: number;
}

/** What a token adds to a call. */
export interface AccessTokenUse {
  readonly headers?: Readonly<Record<string, string>>;
  /** One query parameter, encoded. */
  readonly query?: string;
}

/** For calls that carry a token, which is renewed from time to time. */
export interface AccessTokenProvider {
  readonly kind: 'token';
  /** Throws if the key itself is unusable, such as an invalid private key. */
  readonly buildRequest: (nowMs: number, crypto: SigningCrypto) => AccessTokenRequest;
  /** Returns undefined if the response contains no token. */
  readonly read: (response: unknown) => UpstreamAccessToken | undefined;
  readonly use: (token: string) => AccessTokenUse;
}

/** How a call authenticates. */
export type Credential = RequestSigner | AccessTokenProvider;
