import {
  type AgentRow as AgentEntry,
  type AgentTerms,
  refuseOrderCompletion,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { type AgentRow, findAgent, listAgents, saveAgent } from '../../store/agents-repository.ts';
import type { PageRequest } from '../../store/paging.ts';
import { findUserById, type UserRow } from '../../store/users-repository.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import { recordAuditEvent } from '../log/audit-log.ts';
import { lockUsers } from '../wallet/store/lock-users.ts';
import type { Db } from '../../store/schema.ts';

/** Reads an agent's terms as administrators see them. */
export async function readAgentTerms(
  { store }: Pick<Domain, 'store'>,
  userId: number,
): Promise<AgentTerms> {
  await findPerson(store.db, userId);
  return termsOf(await findAgent(store.db, userId));
}

/** Lists the agents whose name or id matches, with what they brought in and are owed. */
export async function searchAgents(
  { store }: Pick<Domain, 'store'>,
  keyword: string,
  page: PageRequest,
) {
  const found = await listAgents(store.reader, { keyword }, page);
  const items = found.items.map((row): AgentEntry => ({
    ...termsOf(row),
    user_id: row.user_id,
    username: row.username,
    invitees: row.invitees,
    topped_up: row.toppedUp,
    earned: row.earned,
    pending: row.pending,
    available: row.available,
    requested: row.requested,
    created_at: row.created_at,
  }));
  return { ...found, items };
}

/** Finds a user, including deleted ones. Throws AppError user_not_found for anything else, such as a team. */
async function findPerson(db: Db, id: number): Promise<UserRow> {
  const user = await findUserById(db, id);
  if (user?.kind !== 'person') throw new AppError('user_not_found');
  return user;
}

function termsOf(
  agent: Pick<AgentRow, 'enabled' | 'basis_points' | 'discount_basis_points'> | undefined,
): AgentTerms {
  return {
    enabled: agent?.enabled === 1,
    share_percent: (agent?.basis_points ?? 0) / 100,
    discount_percent: (agent?.discount_basis_points ?? 0) / 100,
  };
}

/**
 * Makes a user an agent, or changes or ends the terms; earnings remain. Returns what was saved. Written to
 * the audit log.
 */
export async function saveAgentTerms(
  domain: Pick<Domain, 'store' | 'clock'>,
  actor: Pick<UserRow, 'id' | 'username' | 'role'>,
  { userId, terms }: { userId: number; terms: AgentTerms },
): Promise<AgentTerms> {
  const user = await findPerson(domain.store.db, userId);
  const refusal = refuseOrderCompletion(actor, user);
  if (refusal) throw new AppError(refusal);
  const at = nowSeconds(domain.clock);
  const { enabled, share_percent: share, discount_percent: discount } = terms;
  return domain.store.transaction(async (trx) => {
    await lockUsers(trx, [userId]);
    const before = termsOf(await findAgent(trx, userId));
    noteAudited({ id: userId, name: user.username, before, after: terms });
    await saveAgent(trx, {
      user_id: userId,
      enabled: enabled ? 1 : 0,
      basis_points: Math.round(share * 100),
      discount_basis_points: Math.round(discount * 100),
      created_at: at,
    });
    const event = enabled ? 'agent_saved' : 'agent_ended';
    await recordAuditEvent(trx, user, { event, params: { share, discount }, actor, at });
    return termsOf(await findAgent(trx, userId));
  });
}
