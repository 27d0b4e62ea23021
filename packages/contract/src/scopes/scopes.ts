/** The areas that scopes cover. */
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
/** The areas available to users without a role at the site. */
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
 * What a scoped token needs for a call: a scope; nothing (`open`); or it may not make the call at all
 * (`session`), as the call decides how the account is accessed. Calls that change something need `write`, and
 * so do reads that reveal something worth money or granting access: API keys, redemption codes, registration
 * codes.
 */
export type EndpointScope = AreaScope | 'open' | 'session';
/** A scope of a token: one area, or all with `*`. Write includes read. */
export type Scope = AreaScope | '*:read' | '*:write';

/** Every scope that a token can have. */
export const SCOPES = ['*', ...SCOPE_AREAS].flatMap((area) => [
  `${area}:read`,
  `${area}:write`,
]) as [Scope, ...Scope[]];

/** Whether a token with these scopes has the needed one. */
export function allowsScope(scopes: readonly Scope[], needed: AreaScope): boolean {
  const [area = '', level = ''] = needed.split(':');
  return [area, '*'].some(
    (each) =>
      scopes.includes(`${each}:write` as Scope) ||
      (level === 'read' && scopes.includes(`${each}:read` as Scope)),
  );
}
