import type { ChannelPolicy } from './channel-policy.ts';

const SECRET_HEADER = /auth|token|secret|key|cookie|password/i;
/** Narrower: `author`, `max_tokens` and `prompt_cache_key` are members of bodies, and no secrets. */
const SECRET_MEMBER = /authorization|token$|secret|api_?key|cookie|password|credential/i;
/** Deeper members of `param_override` are not searched. */
const DEPTH_MAX = 8;

/** Returns whether a channel's header of this name contains a credential. */
export function isSecretHeader(name: string): boolean {
  return SECRET_HEADER.test(name);
}

/** A part of an identifier that is readable: a word, a version or a date. */
const READABLE_PART = /^(?:[a-z]{1,15}|v?\d{1,8}[a-z]{0,5}\d{0,3}|[a-z]{1,12}\d{1,2})$/i;

/**
 * Lists what may be a credential in a channel's address: a name and password, values of parameters that are
 * named after credentials, and segments of the path that are not made of words and versions.
 */
export function listAddressSecrets(baseUrl: string): string[] {
  if (!URL.canParse(baseUrl)) return [];
  const { username, password, searchParams, pathname } = new URL(baseUrl);
  const ofQuery = [...searchParams].filter(([name]) => isSecretHeader(name) || /^sig/i.test(name));
  const ofPath = pathname.split('/').filter((part) => !part.split(/[-_.:~]/).every(isReadable));
  const values = [username, password, ...ofQuery.map(([, value]) => value), ...ofPath];
  return values.flatMap((value) => [value, decoded(value)]);
}

const isReadable = (part: string) => part === '' || READABLE_PART.test(part);

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * Lists the credentials that a channel's settings add to its calls, in headers (`header_override`) and bodies
 * (`param_override`), also without their scheme (`Bearer …`).
 */
export function listOwnSecrets({
  headers,
  overrides,
}: Pick<ChannelPolicy, 'headers'> & Partial<Pick<ChannelPolicy, 'overrides'>>): string[] {
  const ofHeaders = Object.entries(headers).filter(([name]) => isSecretHeader(name));
  return [...ofHeaders.map(([, value]) => value), ...secretsIn(overrides?.members)].flatMap(
    (value) => [value, ...value.split(' ')],
  );
}

function secretsIn(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member !== 'string') return secretsIn(member, depth + 1);
    return SECRET_MEMBER.test(name) ? [member] : [];
  });
}
