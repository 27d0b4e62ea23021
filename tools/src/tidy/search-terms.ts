import type { SourceFile } from './source-file.ts';

/** The terms an engineer would search for to find each of these. */
export const searchTerms: readonly string[] = [
  'rate limiter',
  'failover',
  'circuit breaker',
  'SSRF guard',
  'graceful shutdown',
  'payment webhook',
  'referral reward',
  'audit log',
  'token estimator',
  'semaphore',
  'image generation',
  'realtime session',
  'job scheduler',
  'upstream HTTP client',
  'CSV export',
  'backpressure',
  'conversation affinity',
  'write-off',
  'hedging',
  'canary',
];

/**
 * Returns the terms that a quick search does not find: no source file has the term in its name (words joined
 * by hyphens) or in the first line of its first docstring.
 */
export function findUnfindable(
  terms: readonly string[],
  files: readonly Pick<SourceFile, 'path' | 'text'>[],
): string[] {
  const looked = files.map(({ path, text }) => `${path}\n${firstLine(text)}`.toLowerCase());
  return terms.filter((term) => {
    const spellings = [term.toLowerCase(), term.toLowerCase().replaceAll(' ', '-')];
    return !looked.some((look) => spellings.some((spelling) => look.includes(spelling)));
  });
}

/** The first non-empty line of the first docstring. */
function firstLine(text: string): string {
  return /\/\*\*\s*(?:\*\s*)?([^\n]*)/.exec(text)?.[1] ?? '';
}
