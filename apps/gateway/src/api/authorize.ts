import {
  allowsScope,
  type AnyEndpoint,
  minimumRole,
  ROLE_ADMIN,
  TEAM_HEADER,
  USER_ENABLED,
} from '@tollgate/contract';
import type { FastifyRequest } from 'fastify';
import type { Domain } from '../domain/domain.ts';
import { identify, type Identified } from '../domain/accounts/sessions.ts';
import { readRequestCredential } from '../platform/session-cookie.ts';
import { needsSecondFactor } from '../domain/second-factors/confirm-session.ts';
import { hasSecondFactor } from '../domain/second-factors/factors.ts';
import { AppError } from '../platform/app-error.ts';
import { refuseNavigation } from './refuse-navigation.ts';
import { type ActingTeam, findActingTeam } from '../domain/teams/acting-team.ts';

export interface Authorized {
  caller: Identified | undefined;
  /** Undefined if the call acts for the person. */
  acting: ActingTeam | undefined;
  credential: string;
}

/**
 * The only gate of the console API: determines the caller, and whether the endpoint admits them. Role and
 * status are read from the database on every call, so a demotion or ban takes effect at once. The user-id
 * header never signs anybody in; it must match if sent, and is required with a cookie.
 */
export async function authorize(
  domain: Domain,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  address: string,
): Promise<Authorized> {
  const requiredRole = minimumRole(endpoint.access);
  if (endpoint.changesState) refuseNavigation(request.headers);
  if (endpoint.access === 'public') return { caller: undefined, acting: undefined, credential: '' };
  const credential = readRequestCredential(request.raw);
  const identified = credential ? await identify(domain, credential.text, address) : undefined;
  const caller =
    identified && identified.user.status === USER_ENABLED && identified.user.deleted_at === null
      ? identified
      : undefined;
  if (!caller) {
    if (requiredRole > 0) throw new AppError('not_signed_in');
    return { caller: undefined, acting: undefined, credential: credential?.text ?? '' };
  }
  const changesState = endpoint.method !== 'GET' || endpoint.changesState === true;
  checkUserHeader(request, caller, credential?.from === 'cookie' && changesState);
  if (caller.user.role < requiredRole) throw new AppError('forbidden');
  requireScope(endpoint, caller);
  if (requiredRole >= ROLE_ADMIN) await requireSecondFactor(domain, caller.user);
  const acting = endpoint.team && (await findTeam(domain, endpoint, request, caller.user.id));
  return { caller, acting, credential: credential?.text ?? '' };
}

const OF_TEAM = '/api/team/{id}';

/** Finds the team that a call acts for: the one in its path, otherwise the one in the header, if any. */
async function findTeam(
  domain: Domain,
  { path, method, team: requiredRole }: AnyEndpoint,
  request: FastifyRequest,
  userId: number,
): Promise<ActingTeam | undefined> {
  const named = path.startsWith(OF_TEAM)
    ? (request.params as { id?: string }).id
    : request.headers[TEAM_HEADER];
  if (requiredRole === undefined || named === undefined) return undefined;
  const teamId = /^\d{1,15}$/.test(String(named)) ? Number(named) : 0;
  return findActingTeam(
    domain,
    { teamId, userId },
    { needed: requiredRole, onlyReads: method === 'GET' },
  );
}

/** A scoped token is limited to its scopes; changing how the account is accessed requires a login. */
function requireScope({ scope: required }: AnyEndpoint, { scopes: granted }: Identified): void {
  if (granted === undefined) return;
  if (required === 'session') throw new AppError('session_required');
  if (required !== 'open' && !allowsScope(granted, required))
    throw new AppError('scope_missing', { scope: required });
}

function checkUserHeader(request: FastifyRequest, caller: Identified, required: boolean): void {
  const header = request.headers['new-api-user'];
  if (header === undefined) {
    if (required) throw new AppError('csrf_header_missing');
    return;
  }
  if (String(header) !== String(caller.user.id)) throw new AppError('user_header_mismatch');
}

/** If the site requires a second factor, an administrator without one may not administer anything. */
async function requireSecondFactor(domain: Domain, user: Identified['user']): Promise<void> {
  if (needsSecondFactor(domain, user) && !(await hasSecondFactor(domain.store.db, user.id)))
    throw new AppError('second_factor_required');
}
