import {
  buildAccessTokenFault,
  buildTransportFault,
  type UpstreamAccessToken,
  type AccessTokenProvider,
  type UpstreamFault,
} from '@tollgate/dialects';
import { parseJson } from '../../platform/parse-json.ts';
import { AddressNotAllowed } from '../../platform/ssrf-guard.ts';
import { type Clock, SKEW_SECONDS } from '../../platform/clock.ts';
import type { Outbound, OutboundResponse } from '../../platform/outbound.ts';
import { signingCrypto } from '../../platform/signing-crypto.ts';

const LIMITS = { timeoutMs: 15_000, maxBytes: 256 * 1024 };
const TOKENS_MAX = 10_000;
const HOUR_MS = 3_600_000;
/** A refused token younger than this is not replaced: the next one would be refused too. */
const YOUNG_MS = 60_000;
/** The pause after a failed renewal while the old token is still valid. */
const RENEWAL_PAUSE_MS = 30_000;

interface CachedToken {
  token: string;
  fetchedAt: number;
  /** From this time on, a new token is fetched in the background. */
  renewAt: number;
  expiresAt: number;
}

/** A token could not be obtained; `fault` states why, as a fault of the channel. */
export class AccessTokenRefused extends Error {
  readonly fault: UpstreamFault;

  constructor(fault: UpstreamFault, options?: ErrorOptions) {
    super(fault.excerpt || fault.message, options);
    this.name = 'AccessTokenRefused';
    this.fault = fault;
  }
}

export interface UpstreamAccessTokensOptions {
  outbound: Outbound;
  clock: Clock;
}

/**
 * Access tokens that channels obtain with their keys, cached until they expire. One request at a time per
 * key, well before expiry, so that calls hardly ever wait for one.
 */
export class UpstreamAccessTokens {
  readonly #outbound: Outbound;
  readonly #clock: Clock;
  readonly #cached = new Map<string, CachedToken>();
  readonly #running = new Map<string, Promise<string>>();

  constructor({ outbound, clock }: UpstreamAccessTokensOptions) {
    this.#outbound = outbound;
    this.#clock = clock;
  }

  /** Returns the owner's token, synchronously if one is cached. Rejects with AccessTokenRefused. */
  get(owner: string, buyer: AccessTokenProvider): string | Promise<string> {
    const cached = this.#cached.get(owner);
    const now = this.#clock.nowMs();
    // A token from the future was issued before the clock was set back, and may have expired long ago.
    const isFromBefore = cached !== undefined && cached.fetchedAt > now + SKEW_SECONDS * 1000;
    if (!cached || now >= cached.expiresAt || isFromBefore) return this.#fetchOnce(owner, buyer);
    if (now >= cached.renewAt) {
      cached.renewAt = now + RENEWAL_PAUSE_MS;
      this.#fetchOnce(owner, buyer).catch(() => {
        // The old token is still valid for a while; the next call after the pause retries.
      });
    }
    return cached.token;
  }

  /** Drops a token that the provider refused. Returns false if another would not help. */
  invalidate(owner: string, token: string): boolean {
    const cached = this.#cached.get(owner);
    if (cached?.token !== token) return true;
    if (Math.abs(this.#clock.nowMs() - cached.fetchedAt) < YOUNG_MS) return false;
    this.#cached.delete(owner);
    return true;
  }

  #fetchOnce(owner: string, buyer: AccessTokenProvider): Promise<string> {
    const running = this.#running.get(owner);
    if (running) return running;
    const purchase = this.#fetch(buyer)
      .then((fetched) => this.#keep(owner, fetched))
      .finally(() => this.#running.delete(owner));
    this.#running.set(owner, purchase);
    return purchase;
  }

  #keep(owner: string, { token, lifetimeMs }: UpstreamAccessToken): string {
    const fetchedAt = this.#clock.nowMs();
    const margin = Math.min(HOUR_MS, lifetimeMs / 6);
    this.#cached.delete(owner);
    if (this.#cached.size >= TOKENS_MAX)
      this.#cached.delete(this.#cached.keys().next().value as string);
    const expiresAt = fetchedAt + lifetimeMs;
    this.#cached.set(owner, { token, fetchedAt, renewAt: expiresAt - margin, expiresAt });
    return token;
  }

  async #fetch(buyer: AccessTokenProvider): Promise<UpstreamAccessToken> {
    const response = await this.#request(buyer);
    if (response.status >= 300)
      throw new AccessTokenRefused(buildAccessTokenFault(response.status, response.text));
    const fetched = buyer.read(parseJson(response.text));
    if (!fetched)
      throw new AccessTokenRefused(buildTransportFault('bad-response', 'no token came'));
    return fetched;
  }

  async #request(buyer: AccessTokenProvider): Promise<OutboundResponse> {
    const call = signed(() => buyer.buildRequest(this.#clock.nowMs(), signingCrypto));
    try {
      return await this.#outbound({
        url: call.url,
        method: 'POST',
        headers: { ...call.headers },
        body: call.body,
        ...LIMITS,
      });
    } catch (error) {
      throw new AccessTokenRefused(transportFault(error), { cause: error });
    }
  }
}

/** Treats a key that can't sign like a refused one. */
function signed<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const fault = buildAccessTokenFault(401, '{"message":"the key of the channel cannot sign"}');
    throw new AccessTokenRefused(fault, { cause: error });
  }
}

function transportFault(error: unknown): UpstreamFault {
  const { name, message } = error as Error;
  const fault = buildTransportFault(name === 'TimeoutError' ? 'timeout' : 'network', message);
  return error instanceof AddressNotAllowed ? { ...fault, code: 'address_not_allowed' } : fault;
}
