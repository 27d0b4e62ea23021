import { findOption } from '@tollgate/contract';

/** Replacement for a secret. */
export const MASK = '••••••';

const SECRET_WORDS = new Set([
  'key',
  'keys',
  'secret',
  'secrets',
  'token',
  'password',
  'cipher',
  'hash',
  'credential',
  'credentials',
  'authorization',
  'cookie',
  'code',
  'codes',
]);
/** Names that end like a secret's name but hold none. */
const OPEN_NAMES = new Set(['multi_key', 'affinity_key', 'error_code', 'status_code']);

/** Returns whether a field of this name holds a secret. */
export function isSecretName(name: string): boolean {
  if (findOption(name)?.secret) return true;
  const snake = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  const last = snake.split(/[^a-z\d]+/).at(-1) ?? '';
  return SECRET_WORDS.has(last) && !OPEN_NAMES.has(snake);
}

/** Masks every secret in a value: by the names of its members, and inside texts. */
export function maskSecrets(value: unknown, name = ''): unknown {
  if (value === undefined || value === null || value === '') return value;
  if (isSecretName(name)) return MASK;
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, name));
  if (typeof value === 'object') return maskMembers(value as Readonly<Record<string, unknown>>);
  return value;
}

/** Masks secrets in members, including the `value` of a pair whose `key` names a secret. */
export function maskMembers(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { key } = members;
  const isSecretPair = typeof key === 'string' && isSecretName(key);
  return Object.fromEntries(
    Object.entries(members).map(([member, inner]) => [
      member,
      isSecretPair && member === 'value' ? MASK : maskSecrets(inner, member),
    ]),
  );
}

/** Masks passwords and keys in URLs, keys in providers' formats, and bearer tokens. */
function maskText(text: string): string {
  return text
    .replace(/(\w:\/\/)[^\s/?#@]+@/g, `$1${MASK}@`)
    .replace(
      /([?&](?:api_?key|key|access_token|token|secret|sign|sig|signature)=)[^&#\s"']+/gi,
      `$1${MASK}`,
    )
    .replace(/\bsk-[\w-]{16,}/g, MASK)
    .replace(/\b(bearer\s+)[\w.~+/=-]{8,}/gi, `$1${MASK}`);
}
