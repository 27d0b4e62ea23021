import {
  argon2,
  type Argon2Parameters,
  createHash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import bcrypt from 'bcryptjs';
import { createSemaphore } from './semaphore.ts';

/** Cost of a hash, both to compute and to guess: KiB of memory and passes over it. */
export interface PasswordCost {
  memory: number;
  passes: number;
}

/** OWASP's argon2id settings: 19 MiB, 2 passes, 1 lane. */
const COST: PasswordCost = { memory: 19_456, passes: 2 };
const SHAPE = { parallelism: 1, tagLength: 32 };
/**
 * 4 hashes at once, so that a storm of logins cannot exhaust memory; about ten seconds' worth of others may
 * wait.
 */
const limited = createSemaphore({ maxConcurrent: 4, maxQueued: 1000, retryAfterSeconds: 10 });

function prefixOf({ memory, passes }: PasswordCost): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${SHAPE.parallelism}$`;
}

function derive(parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Returns a salted argon2id hash in PHC format, which includes its cost. Takes about 30 ms. */
export function hashPassword(password: string, cost = COST): Promise<string> {
  return limited(async () => {
    const nonce = randomBytes(16);
    const key = await derive({ message: password, nonce, ...cost, ...SHAPE });
    const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    return `${prefixOf(cost)}${base64(nonce)}$${base64(key)}`;
  });
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Hashes of other gateways: imported accounts have them until their first login. Cost 10 takes about 60 ms.
 */
const BCRYPT = /^\$2[abxy]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

/** Whether a hash has a format that is replaced at the next login. */
export function isOldForm(hash: string): boolean {
  return BCRYPT.test(hash);
}

/** Returns a digest of a hash, which recognizes it again and is of no use to guess the password. */
export function digestOfHash(hash: string): string {
  return createHash('sha256').update(hash).digest('base64url');
}

/**
 * Whether a password matches a hash. Unknown formats match no password. bcrypt reads only the first 72 bytes.
 */
export function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (BCRYPT.test(hash)) return limited(() => bcrypt.compare(password, hash));
  const match = PHC.exec(hash);
  if (!match) return Promise.resolve(false);
  const [, memory, passes, parallelism, nonce = '', tag = ''] = match;
  return limited(async () => {
    const expected = Buffer.from(tag, 'base64');
    const key = await derive({
      message: password,
      nonce: Buffer.from(nonce, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    });
    return key.length === expected.length && timingSafeEqual(key, expected);
  });
}

/** A hash that matches no password, so that unknown users take as long as known ones. */
export const DECOY_HASH = `${prefixOf(COST)}AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;
