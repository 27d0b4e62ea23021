/** Numeric roles as stored and sent on the wire. */
export const ROLE_USER = 1;
export const ROLE_ADMIN = 10;
export const ROLE_ROOT = 100;
export const ROLES = [ROLE_USER, ROLE_ADMIN, ROLE_ROOT] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who may call an endpoint. `public` needs no credential; `optional` reads one if present; the others need a
 * signed-in user of at least that role. Enforced by one hook in the gateway.
 */
export type Access = 'public' | 'optional' | 'user' | 'admin' | 'root';

/** Returns the lowest role that `access` admits; 0 if no sign-in is needed. */
export function minimumRole(access: Access): 0 | Role {
  switch (access) {
    case 'public':
    case 'optional':
      return 0;
    case 'user':
      return ROLE_USER;
    case 'admin':
      return ROLE_ADMIN;
    case 'root':
      return ROLE_ROOT;
  }
}
