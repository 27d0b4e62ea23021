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

/** What a code authorizes. */
export type CodePurpose = 'email' | 'reset';

export const CODE_SECONDS: Record<CodePurpose, number> = { email: 600, reset: 1800 };
/**
 * Wrong attempts invalidate a six-digit code. The token of a link can't be guessed, and strangers could only
 * take the link away from its owner, so for it attempts are counted per IP address (`takeReset`, ADR 84).
 */
const TRIES_MAX: Record<CodePurpose, number> = { email: 5, reset: 1_000_000 };
/** Window in which codes sent to an address are counted, in seconds. */
export const CODES_COUNT_SECONDS = 3600;
const PACE: CodePace = { gapSeconds: 30, windowSeconds: CODES_COUNT_SECONDS, perWindow: 6 };

/** A correct code, which can be used once. */
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
 * too_many_requests within half a minute of the last, and when too many were sent within an hour.
 */
export async function storeCode(
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
  const retryAfterSeconds = await secondsToNextCode(domain, purpose, email);
  throw new AppError('too_many_requests', {}, { retryAfterSeconds });
}

/** Returns in how many seconds another code may be sent to an address that one was stored for; at least 1. */
export async function secondsToNextCode(
  domain: CodeDomain,
  purpose: CodePurpose,
  email: string,
): Promise<number> {
  const now = nowSeconds(domain.clock);
  const last = await findCode(domain.store.db, keyOf(domain, purpose, email));
  const isWindowFull = (last?.sent ?? 0) >= PACE.perWindow;
  const gapOver = (last?.created_at ?? now) + PACE.gapSeconds;
  const windowOver = (last?.window_at ?? now) + PACE.windowSeconds;
  return Math.max(1, (isWindowFull ? windowOver : gapOver) - now);
}

/**
 * Counts an attempt at the code of an address; returns undefined if the code is wrong, expired, used or was
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
  const storedHash = await takeTry(domain.store.db, key, { now, triesMax: TRIES_MAX[purpose] });
  if (storedHash === undefined || !timingSafeEqual(Buffer.from(storedHash), Buffer.from(codeHash)))
    return undefined;
  return { key, codeHash };
}

/**
 * Marks a correct code as used, in the transaction that it authorizes; returns false if it was used in the
 * meantime.
 */
export function spendCode(
  trx: StoreTransaction,
  { key, codeHash }: CodeProof,
  now: number,
): Promise<boolean> {
  return markUsed(trx, key, { codeHash, now });
}
