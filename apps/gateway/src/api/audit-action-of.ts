import { allEndpoints, type AnyEndpoint, ROLE_ADMIN } from '@tollgate/contract';
import type { Identified } from '../domain/accounts/sessions.ts';
import type { AuditAction, AuditedChange } from '../domain/audit/audit-scope.ts';
import { maskMembers } from '../domain/audit/mask-secrets.ts';
import type { Domain } from '../domain/domain.ts';
import { nowSeconds } from '../platform/clock.ts';
import type { readInput } from './read-input.ts';

type Input = ReturnType<typeof readInput>;

const names = new Map(allEndpoints.map(({ name, endpoint }) => [endpoint, name]));

/** Returns what the audit log records about a call; undefined if it is not an administrator's change. */
export function auditActionOf(
  { clock }: Pick<Domain, 'clock'>,
  call: {
    endpoint: AnyEndpoint;
    caller: Identified | undefined;
    input: Input;
    address: string;
    requestId: string;
  },
): AuditAction | undefined {
  const { endpoint, caller, input, address, requestId } = call;
  if (!endpoint.audit || !caller || caller.user.role < ROLE_ADMIN) return undefined;
  const { id, username, role } = caller.user;
  return {
    actor: { id, username, role },
    ip: address,
    credential: caller.sessionId === 0 ? 'access-token' : 'session',
    action: names.get(endpoint) ?? endpoint.path,
    subject: endpoint.audit,
    requestId,
    at: nowSeconds(clock),
    asked: changeOf(input),
  };
}

/** Returns the fields of a request, and the object that they name. */
function changeOf({ params, query, body }: Input): AuditedChange {
  const {
    id,
    key,
    name,
    reason,
    idempotency_key: _once,
    ...fields
  } = { ...toFields(query), ...toFields(body), ...toFields(params) };
  const objectId = typeof id === 'number' || typeof id === 'string' ? id : undefined;
  return {
    ...(objectId === undefined ? {} : { id: objectId }),
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
    after: maskMembers({
      ...(name === undefined ? {} : { name }),
      ...(key === undefined ? {} : { key }),
      ...fields,
    }),
  };
}

const toFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
