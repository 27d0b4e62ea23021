import type { SigningCrypto } from './signing-crypto.ts';

/** A request that is to be signed, as it goes over the wire. */
export interface SignableRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: Uint8Array;
  readonly nowMs: number;
}

/** Signs each call. */
export interface RequestSigner {
  readonly kind: 'signed';
  /** The headers that prove who calls; they replace others of their names. */
  readonly sign: (call: SignableRequest, crypto: SigningCrypto) => Record<string, string>;
  /** The address with the proof in it, where the proof belongs there. */
  readonly signUrl?: (call: SignableRequest, crypto: SigningCrypto) => string;
}

/** The call that buys a token. */
export interface AccessTokenRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A token and how long it is good for. */
export interface UpstreamAccessToken {
  readonly token: string;
  readonly lifetimeMs: number;
}

/** What a token adds to a call. */
export interface AccessTokenUse {
  readonly headers?: Readonly<Record<string, string>>;
  /** One member of the query, encoded. */
  readonly query?: string;
}

/** Calls carry a token that is bought now and then. */
export interface AccessTokenProvider {
  readonly kind: 'token';
  /** Throws where the key itself can't be used, such as a private key that is none. */
  readonly buildRequest: (nowMs: number, crypto: SigningCrypto) => AccessTokenRequest;
  /** Undefined when the response holds no token. */
  readonly read: (response: unknown) => UpstreamAccessToken | undefined;
  readonly use: (token: string) => AccessTokenUse;
}

/** How a call proves who pays for it. */
export type Credential = RequestSigner | AccessTokenProvider;
