import { USER_ENABLED } from '@tollgate/contract';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import { playgroundHolder } from '../../domain/accounts/playground-holder.ts';
import { identify } from '../../domain/accounts/sessions.ts';
import type { Domain } from '../../domain/domain.ts';
import { AppError } from '../../platform/app-error.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { readSessionCookie } from '../../platform/session-cookie.ts';
import type { RelayRequest } from '../relay-call.ts';

const ROOT = '/api/playground';
/**
 * Everything that a session may call; each is a POST. What keeps state (files, batches, …) requires a key.
 */
const PATHS: ReadonlySet<string> = new Set([
  '/v1/chat/completions',
  '/v1/images/generations',
  '/v1/images/edits',
  '/v1/audio/speech',
  '/v1/audio/transcriptions',
  // Image tasks are followed in their log, which the console reads anyway.
  '/mj/submit/imagine',
  '/mj/submit/change',
]);
/** The group whose channels and prices apply to a call; without it, the user's own groups. */
const GROUP_HEADER = 'x-tollgate-group';
/** Concurrent look-ups are limited: anybody can invent cookies, and the database has other work. */
const LOOKUPS = { maxConcurrent: 4, maxQueued: 1000, retryAfterSeconds: 1 };

/** Returns the relay path that a playground path stands for; undefined for any other path. */
export function playgroundPath(path: string): string | undefined {
  if (!path.startsWith(ROOT)) return undefined;
  const inner = path.slice(ROOT.length);
  return PATHS.has(inner) ? inner : undefined;
}

type SessionRequest = Pick<RelayRequest, 'request'>;

/** Authenticates playground calls by the console page's session (ADR 48). */
export class PlaygroundSessions {
  readonly #domain: Domain;
  readonly #gate = createSemaphore(LOOKUPS);

  constructor(domain: Domain) {
    this.#domain = domain;
  }

  /**
   * Returns the user behind a request, as a holder without a key. Throws AppError for a request not sent by
   * our own page, or without the session of an enabled user.
   */
  async authenticate({ request }: SessionRequest): Promise<ApiKeyHolder> {
    if (!this.#isOwnPage(request.headers)) throw new AppError('relay_session_cross_site');
    const credential = readSessionCookie(request.headers.cookie);
    if (!credential) throw new AppError('relay_session_missing');
    const found = await this.#gate(() => identify(this.#domain, credential, ''));
    // An access token is not a session, even inside the cookie.
    if (!found || found.sessionId === 0) throw new AppError('relay_session_missing');
    if (request.headers['new-api-user'] !== String(found.user.id))
      throw new AppError('relay_session_cross_site');
    if (found.user.status !== USER_ENABLED || found.user.deleted_at !== null)
      throw new AppError('relay_user_disabled');
    const group = request.headers[GROUP_HEADER];
    return playgroundHolder(found.user, typeof group === 'string' ? group : '');
  }

  /**
   * Browsers state the origin of a request, and scripts can't change it. A page of another origin, even of
   * the same site, is refused: the cookie alone would let it through.
   */
  #isOwnPage(headers: SessionRequest['request']['headers']): boolean {
    const { origin, host, 'sec-fetch-site': site } = headers;
    if (headers['new-api-user'] === undefined || origin === undefined) return false;
    if (site !== undefined) return site === 'same-origin';
    if (!URL.canParse(origin)) return false;
    // A proxy may have changed the Host header.
    const serverAddress = this.#domain.options.text('ServerAddress');
    const { host: from } = new URL(origin);
    return from === host || (URL.canParse(serverAddress) && from === new URL(serverAddress).host);
  }
}
