/** What scopes are about. */
export const SCOPE_AREAS = [
  'account',
  'keys',
  'teams',
  'billing',
  'logs',
  'notifications',
  'channels',
  'traffic',
  'prices',
  'options',
  'configuration',
  'users',
  'codes',
  'audit',
  'system',
] as const;
/** Those that a user without a role at the site can use. */
export const OWN_SCOPE_AREAS = [
  'account',
  'keys',
  'teams',
  'billing',
  'logs',
  'notifications',
  'codes',
] as const satisfies readonly ScopeArea[];
export type ScopeArea = (typeof SCOPE_AREAS)[number];
export type AreaScope = `${ScopeArea}:${'read' | 'write'}`;
/**
 * What a token with scopes needs for a call: a scope; nothing (`open`); or it may not make it at all
 * (`session`), as that decides how the account is entered. What changes something is `write`, and so is a
 * read that shows what is worth money or opens a door: API keys, redemption codes, registration codes.
 */
export type EndpointScope = AreaScope | 'open' | 'session';
/** What a token may: an area, or all of them with `*`. Writing includes reading. */
export type Scope = AreaScope | '*:read' | '*:write';

/** Every scope that a token can have. */
export const SCOPES = ['*', ...SCOPE_AREAS].flatMap((area) => [
  `${area}:read`,
  `${area}:write`,
]) as [Scope, ...Scope[]];

/** Whether a token with these scopes may do what needs this one. */
export function allowsScope(scopes: readonly Scope[], needed: AreaScope): boolean {
  const [area = '', level = ''] = needed.split(':');
  return [area, '*'].some(
    (each) =>
      scopes.includes(`${each}:write` as Scope) ||
      (level === 'read' && scopes.includes(`${each}:read` as Scope)),
  );
}
