const MASK = '***';

/** Longer texts are cut before they are searched. */
const LENGTH_MAX = 4096;

const TOP_LEVEL_DOMAINS =
  'com|net|org|io|ai|cn|dev|app|co|cloud|xyz|top|biz|site|online|tech|hk|tw|jp|kr|sg|us|eu|uk|de|fr|ru|internal|local|localhost|lan|svc|test|example';

/** Order matters: whole URLs first, then fragments. */
const PATTERNS: readonly RegExp[] = [
  /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'<>`)\]}]+/gi,
  /\bbearer\s+[^\s"',;]+/gi,
  /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g,
  new RegExp(
    `\\b(?:[a-z0-9_-]{1,63}\\.){1,8}(?:${TOP_LEVEL_DOMAINS})\\b(?::\\d{1,5})?(?:/[^\\s"'<>\`)\\]}]*)?`,
    'gi',
  ),
  /\blocalhost(?::\d{1,5})?(?:\/[^\s"']*)?/gi,
  /\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?::\d{1,5})?(?:\/[^\s"']*)?/g,
  /\[?(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{0,4}\]?(?::\d{1,5})?/gi,
  /\[?::(?:ffff:)?(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4}\]?(?::\d{1,5})?/gi,
  /\bsk-[\w*.-]{3,}/gi,
  /\b(?:rk|pk|ak|gsk|xai|jina|app|fastgpt|nvapi|hf|r8|pplx|csk|fw|tgp)[-_](?=[\w.-]*[\d*])[\w*.-]{6,}/gi,
  /\b(?:AIza|AKIA|ASIA|ya29\.|eyJ)[\w.*-]{8,}/g,
  /\bbce-v3\/[\w/*-]+/g,
  /\b(?:org|proj|acct|user|organization)[-_](?=[A-Za-z]*\d)[A-Za-z0-9]{8,}/g,
  /\b[\w-]{8,}\|[\w|-]{8,}/g,
  /\b[0-9a-f]{32}\.\w{16}\b/g,
  /\b(?=[\w+=]*\d)(?=[\w+=]*[A-Za-z])[\w+=]{32,}/g,
];

/**
 * Masks URLs, email addresses, IP addresses, keys and account ids in a text. Truncates at 4,096 characters.
 * For upstream texts that are sent to clients or logged.
 */
export function maskSecrets(text: string): string {
  let masked = text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text;
  for (const pattern of PATTERNS) masked = masked.replace(pattern, MASK);
  return masked;
}
