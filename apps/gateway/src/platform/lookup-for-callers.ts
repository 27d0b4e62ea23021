import { type LookupAddress, type LookupOptions, promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { callbackify } from 'node:util';
import { createSemaphore } from './semaphore.ts';
import type { LookupAll } from './shared-lookup.ts';

/** How often a name server is asked, and how long its first answer may take. */
const TRIES = 2;
const ANSWER_MS = 2500;
/** After this time the machine's list of name servers is read again. */
const SERVERS_MS = 60_000;

type Family = LookupOptions['family'];

export interface CallerLookupOptions {
  newResolver?: () => dns.Resolver;
  bySystem?: (hostname: string, family: Family) => Promise<LookupAddress[]>;
}

/**
 * Creates a lookup of names that callers choose, whose name servers may never answer: each name waits for its
 * own server, and not, as with the system's lookup, for two threads that upstreams' names need as well (ADR
 * 128). Names that no server knows, such as those of this machine, are left to the system, one at a time.
 */
export function createCallerLookup({
  newResolver = () => new dns.Resolver({ timeout: ANSWER_MS, tries: TRIES }),
  bySystem = (hostname, family = 0) => dns.lookup(hostname, { all: true, family }),
}: CallerLookupOptions = {}): LookupAll {
  const oneAtATime = createSemaphore({ maxConcurrent: 1, maxQueued: 100, retryAfterSeconds: 5 });
  let resolver: dns.Resolver | undefined;
  let openedAt = 0;

  function currentResolver(): dns.Resolver {
    const now = performance.now();
    if (resolver && now - openedAt < SERVERS_MS) return resolver;
    openedAt = now;
    return (resolver = newResolver());
  }

  async function resolve(hostname: string, family: Family): Promise<LookupAddress[]> {
    const version = isIP(hostname);
    if (version !== 0) return [{ address: hostname, family: version }];
    const opened = currentResolver();
    const answers = await Promise.allSettled([
      isWanted(family, 4) ? opened.resolve4(hostname) : [],
      isWanted(family, 6) ? opened.resolve6(hostname) : [],
    ]);
    const addresses = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
    if (addresses.length > 0) return addresses;
    for (const answer of answers)
      if (answer.status === 'rejected' && isSilence(answer.reason)) throw answer.reason;
    return oneAtATime(() => bySystem(hostname, family));
  }

  const resolveWithCallback = callbackify(resolve);
  return (hostname, { family }, callback) => resolveWithCallback(hostname, family, callback);
}

/** Looks up names with the name servers of this machine. */
export const lookupForCallers = createCallerLookup();

const isWanted = (family: Family, version: 4 | 6) =>
  family === undefined || family === 0 || family === version || family === `IPv${version}`;

const isSilence = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ETIMEOUT';
