import { CODE_SECONDS } from '../domain/mail/mail-codes.ts';
import { foldLoginName } from '../domain/sign-ins/fold-login-name.ts';
import { AppError } from '../platform/app-error.ts';
import { networkOf } from '../platform/client-address.ts';
import type { Config } from '../platform/config.ts';
import type { Keyring } from '../platform/keyring.ts';
import type { RedisLink } from '../platform/redis-link.ts';
import { SharedLimiter } from './shared-limiter.ts';

export interface RateLimits {
  /** Counts one call of an address. Throws AppError too_many_requests with the seconds to wait. */
  take(kind: 'login' | 'default', address: string): Promise<void>;
  /** Counts one full data download by a user, as it reads a lot. Throws AppError too_many_requests. */
  takeExport(userId: number): Promise<void>;
  /** Counts one replay of a call, as it costs money upstream. Throws AppError too_many_requests. */
  takeReplay(userId: number): Promise<void>;
  /** Counts one mail sent by a user to an address of their choice. Throws AppError too_many_requests. */
  takeMail(userId: number): Promise<void>;
  /** Counts one attempt of an address at the link of a reset mail. Throws AppError too_many_requests. */
  takeReset(email: string, address: string): Promise<void>;
  /**
   * Allows an attempt at the password of a name, whether there is such a user or not: a browser known for it
   * has its own attempts, all others share some, whatever their addresses. A successful attempt is not
   * counted. Throws what `attempt` throws, with the attempts left for the name and the address if the
   * password was wrong, or AppError too_many_requests before making it.
   */
  guessPassword<Result>(
    identity: { name: string; device: string | undefined; address: string },
    attempt: () => Promise<Result>,
  ): Promise<Result>;
  /**
   * Allows an attempt at a secret, counted per address and per user; a successful one is not counted. Throws
   * what `attempt` throws, or AppError too_many_requests before making it.
   */
  guess<Result>(
    identity: { address: string; userId: number; device?: string | undefined },
    attempt: () => Promise<Result>,
  ): Promise<Result>;
}

/** Attempts at one account that all strangers have together, as a multiple of one address's. */
const STRANGERS_FACTOR = 3;
/** Full data downloads per user. */
const EXPORT_LIMIT = { points: 3, duration: 3600 };
const REPLAY_LIMIT = { points: 10, duration: 60 };
/** Attempts at one link, during its lifetime. */
const RESET_LIMIT = { points: 5, duration: CODE_SECONDS.reset };
/** Mails per user to addresses of their choice. */
const MAIL_LIMIT = { points: 20, duration: 3600 };

const NO_LIMITS: RateLimits = {
  take: async () => {},
  takeExport: async () => {},
  takeReplay: async () => {},
  takeMail: async () => {},
  takeReset: async () => {},
  guessPassword: (_who, attempt) => attempt(),
  guess: (_who, attempt) => attempt(),
};

/**
 * Creates limits per address and account, shared through Redis if there is one; while Redis is down each
 * process counts alone.
 */
export function createRateLimits(
  config: Pick<Config, 'RATE_LIMIT' | 'LOGIN_RATE_LIMIT' | 'API_RATE_LIMIT'>,
  {
    redis,
    clusterId,
    keyring,
  }: { redis: RedisLink | undefined; clusterId: string; keyring: Pick<Keyring, 'hash'> },
): RateLimits {
  if (!config.RATE_LIMIT) return NO_LIMITS;
  const create = (name: string, limit: { points: number; duration: number }) =>
    new SharedLimiter({ redis, clusterId, name, limit });
  const limiters = {
    login: create('login', config.LOGIN_RATE_LIMIT),
    default: create('api', config.API_RATE_LIMIT),
  };
  const exports = create('export', EXPORT_LIMIT);
  const replays = create('replay', REPLAY_LIMIT);
  const mails = create('mail', MAIL_LIMIT);
  const resets = create('reset', RESET_LIMIT);
  const guesses = create('guess', config.LOGIN_RATE_LIMIT);
  const { points, duration } = config.LOGIN_RATE_LIMIT;
  const strangers = create('strangers', { points: points * STRANGERS_FACTOR, duration });
  return {
    take: (kind, address) => consume(limiters[kind], networkOf(address)),
    takeExport: (userId) => consume(exports, `user ${userId}`),
    takeReplay: (userId) => consume(replays, `user ${userId}`),
    takeMail: (userId) => consume(mails, `user ${userId}`),
    takeReset: (email, address) =>
      consume(
        resets,
        `${keyring.hash('one-time-code', email.trim().toLowerCase())} ${networkOf(address)}`,
      ),
    async guessPassword({ name, device, address }, attempt) {
      const key = `password ${keyring.hash('known-device', foldLoginName(name))}`;
      const [limiter, limiterKey] =
        device === undefined ? [strangers, key] : [guesses, `${key} ${device}`];
      try {
        return await tryCounted(limiter, [limiterKey], attempt);
      } catch (error) {
        if (error instanceof AppError && error.code === 'login_failed')
          error.attemptsLeft = await leastLeft([
            [limiter, limiterKey],
            [limiters.login, networkOf(address)],
          ]);
        throw error;
      }
    },
    guess({ address, userId, device = '' }, attempt) {
      // Strangers can't use up the attempts of a browser that is known.
      const user = device === '' ? `user ${userId}` : `user ${userId} ${device}`;
      return tryCounted(guesses, [user, networkOf(address)], attempt);
    },
  };
}

/** Makes an attempt, counted for all of `counted` unless it succeeds. */
async function tryCounted<Result>(
  limiter: SharedLimiter,
  counted: readonly string[],
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (const key of counted) await consume(limiter, key);
  const result = await attempt();
  for (const key of counted) await limiter.giveBack(key);
  return result;
}

/** Returns the smallest number of attempts left. */
async function leastLeft(counted: readonly [SharedLimiter, string][]): Promise<number> {
  return Math.min(...(await Promise.all(counted.map(([limiter, key]) => limiter.remaining(key)))));
}

async function consume(limiter: SharedLimiter, key: string): Promise<void> {
  const waitMs = await limiter.take(key);
  if (waitMs === undefined) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  throw new AppError('too_many_requests', {}, { retryAfterSeconds });
}
