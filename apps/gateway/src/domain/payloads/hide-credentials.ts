import { MASK } from '../audit/mask-secrets.ts';

const NAMES =
  '(?:proxy-)?authorization|(?:x-)?(?:goog-)?api[-_]?key|(?:access|refresh|id|auth|bearer|session)[-_]?token|(?:client[-_]?)?secret|private[-_]?key|passw(?:or)?d|cookie';

/**
 * Patterns of credentials by format, and of JSON members by name, including JSON inside a text. The first
 * group's match is kept. Each runs in linear time: repetitions are bounded or can't be backtracked into.
 */
const PATTERNS: readonly RegExp[] = [
  new RegExp(String.raw`("(?:${NAMES})"\s{0,10}:\s{0,10}")(?:[^"\\]|\\[^])+`, 'gi'),
  new RegExp(String.raw`(\\"(?:${NAMES})\\"\s{0,10}:\s{0,10}\\")[^"\\]+`, 'gi'),
  /\b(bearer\s{1,5})[\w.~+/=-]{8,}/gi,
  /\b()(?:sk|pk|rk)-[\w-]{16,}/g,
  /\b()AIza[\w-]{30,}/g,
  /\b()A[KS]IA[0-9A-Z]{16}\b/g,
  /\b()gh[pousr]_\w{30,}/g,
  /\b()xox[abprs]-[\w-]{10,}/g,
  /()-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*(?:-----END|$)/g,
  /([?&](?:api_?key|key|access_token|token|secret|sig|signature)=)[^&#\s"'\\]+/gi,
];
const KNOWN_LENGTH_MIN = 8;

/**
 * Masks every credential in a text; returns the text and how many there were. `known`: the caller's own key.
 */
export function hideCredentials(text: string, known: string): { text: string; hidden: number } {
  let hidden = 0;
  let remainingText = text;
  if (known.length >= KNOWN_LENGTH_MIN) {
    const parts = remainingText.split(known);
    hidden += parts.length - 1;
    remainingText = parts.join(MASK);
  }
  for (const pattern of PATTERNS)
    remainingText = remainingText.replace(pattern, (found, prefix: string) => {
      // A match that an earlier pattern already masked is not counted again.
      if (!found.endsWith(MASK)) hidden += 1;
      return prefix + MASK;
    });
  return { text: remainingText, hidden };
}
