import { endpoints } from '@tollgate/contract';
import type { ConsoleClient } from '@tollgate/tools';
import { randomUUID } from 'node:crypto';
import type { ShowcaseCaller } from './showcase-people.ts';

const UNITS_PER_USD = 500_000;
const DEPOSIT_USD = 45;

/** Members with their keys; the first is the owner. */
const MEMBERS = [
  { username: 'alice', role: 'owner', keys: ['agents-staging'], weight: 2 },
  { username: 'chen', role: 'admin', keys: ['literature-review', '论文摘要'], weight: 5 },
  { username: 'priya', role: 'member', keys: ['evals'], weight: 3 },
] as const;

/**
 * Founds a team with a balance, members, keys and invitations that nobody has answered yet; returns its keys,
 * which will make calls.
 */
export async function foundTeam(
  clientOf: (username: string) => Promise<ConsoleClient>,
): Promise<ShowcaseCaller[]> {
  const owner = await clientOf(MEMBERS[0].username);
  const { id } = await owner.call(endpoints.createTeam, { body: { name: 'Atlas Research' } });
  const params = { id };
  await owner.call(endpoints.depositToTeam, {
    params,
    body: { quota: DEPOSIT_USD * UNITS_PER_USD, idempotency_key: randomUUID() },
  });
  const callers: ShowcaseCaller[] = [];
  for (const { username, role, keys, weight } of MEMBERS) {
    const member = await clientOf(username);
    if (role !== 'owner') {
      const { code } = await owner.call(endpoints.inviteToTeam, { params, body: { role } });
      await member.call(endpoints.acceptTeamInvitation, { body: { code } });
    }
    for (const name of keys) {
      const { key } = await member.call(endpoints.createToken, {
        team: id,
        body: { name, unlimited_quota: true },
      });
      callers.push({
        key: key.startsWith('sk-') ? key : `sk-${key}`,
        weight: weight / keys.length,
      });
    }
  }
  return callers;
}

/** Invites to the team: one by name, one by a link; nobody has answered yet. */
export async function inviteToTeam(
  clientOf: (username: string) => Promise<ConsoleClient>,
): Promise<void> {
  const owner = await clientOf(MEMBERS[0].username);
  const [team] = await owner.call(endpoints.listOwnTeams);
  if (!team) return;
  const params = { id: team.id };
  await owner.call(endpoints.inviteToTeam, { params, body: { invitee: 'tomas', role: 'member' } });
  await owner.call(endpoints.inviteToTeam, { params, body: { role: 'admin' } });
}
