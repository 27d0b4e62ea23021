import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import {
  type CodeKey,
  type CodePace,
  findCode,
  replaceCode,
  takeTry,
  markUsed,
} from '../../store/mail-codes-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import type { Domain } from '../domain.ts';

type CodeDomain = Pick<Domain, 'store' | 'keyring' | 'clock'>;

/** What a code proves that its bearer may do. */
export type CodePurpose = 'email' | 'reset';

export const CODE_SECONDS: Record<CodePurpose, number> = { email: 600, reset: 1800 };
/**
 * Wrong ones end a code of six digits. The token of a link can't be guessed: strangers would only take the
 * link from its owner, so there each address has tries of its own (`takeReset`, ADR 84).
 */
const TRIES_MAX: Record<CodePurpose, number> = { email: 5, reset: 1_000_000 };
/** How long it counts what was sent to an address. */
export const CODES_COUNT_SECONDS = 3600;
const PACE: CodePace = { gapSeconds: 30, windowSeconds: CODES_COUNT_SECONDS, perWindow: 6 };

/** A right code, which can be used up once. */
export interface CodeProof {
  readonly key: CodeKey;
  readonly codeHash: string;
}

function keyOf({ keyring }: CodeDomain, purpose: CodePurpose, email: string): CodeKey {
  return {
    purpose,
    subject: keyring.hash('one-time-code', JSON.stringify([purpose, email.toLowerCase()])),
  };
}

function hashCode({ keyring }: CodeDomain, { purpose, subject }: CodeKey, code: string): string {
  return keyring.hash('one-time-code', JSON.stringify([purpose, subject, code]));
}

/**
 * Stores a code for an address, replacing the previous one; only a keyed hash is stored. Throws AppError
 * too_many_requests within half a minute of the last, and when many were sent within an hour.
 */
export async function keepCode(
  domain: CodeDomain,
  purpose: CodePurpose,
  { email, code }: { email: string; code: string },
): Promise<void> {
  const { store, clock } = domain;
  const key = keyOf(domain, purpose, email);
  const now = nowSeconds(clock);
  const expiresAt = now + CODE_SECONDS[purpose];
  const codeHash = hashCode(domain, key, code);
  if (await replaceCode(store.db, { ...key, codeHash, now, expiresAt }, PACE)) return;
  const last = await findCode(store.db, key);
  const gapOver = (last?.created_at ?? now) + PACE.gapSeconds;
  const windowOver = (last?.window_at ?? now) + PACE.windowSeconds;
  throw new AppError(
    'too_many_requests',
    {},
    { retryAfterSeconds: Math.max(1, (gapOver > now ? gapOver : windowOver) - now) },
  );
}

/**
 * Counts an attempt at the code of an address; undefined when the code is wrong, expired, used or was
 * attempted too often.
 */
export async function tryCode(
  domain: CodeDomain,
  purpose: CodePurpose,
  { email, code }: { email: string; code: string },
): Promise<CodeProof | undefined> {
  const key = keyOf(domain, purpose, email);
  const now = nowSeconds(domain.clock);
  const codeHash = hashCode(domain, key, code.trim());
  const right = await takeTry(domain.store.db, key, { now, triesMax: TRIES_MAX[purpose] });
  if (right === undefined || !timingSafeEqual(Buffer.from(right), Buffer.from(codeHash)))
    return undefined;
  return { key, codeHash };
}

/**
 * Marks a correct code as used, in the transaction that it authorizes; false when it was used meanwhile.
 */
export function spendCode(
  trx: StoreTransaction,
  { key, codeHash }: CodeProof,
  now: number,
): Promise<boolean> {
  return markUsed(trx, key, { codeHash, now });
}
