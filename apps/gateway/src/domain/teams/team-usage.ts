import { hasTeamRole, type TeamRole, type TeamUsage } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import { listKeyMakers } from '../../store/teams-repository.ts';
import { QUARTER, STATS_DAY } from '../../store/usage-stats.ts';
import { rankUsage } from '../../store/rank-usage.ts';
import { readUsernames } from '../../store/usage-names-repository.ts';
import type { Domain } from '../domain.ts';
import type { TeamActor } from './members.ts';

const DEFAULT_DAYS = 30;
const RANGE_MAX = 366 * STATS_DAY;

/**
 * Returns the usage of each member's keys in a range (Unix seconds, both ends included, in whole
 * quarter-hours), highest spender first, including former members. A plain member gets only their own.
 */
export async function readTeamUsage(
  domain: Pick<Domain, 'store' | 'wallet' | 'clock'>,
  { teamId, userId, role }: TeamActor & { role: TeamRole },
  query: { start: number; end: number },
): Promise<TeamUsage[]> {
  await domain.wallet.flush();
  const { reader } = domain.store;
  const end = query.end || nowSeconds(domain.clock);
  const start = Math.max(query.start || end - DEFAULT_DAYS * STATS_DAY, end - RANGE_MAX);
  const range = { from: start - (start % QUARTER), to: Math.ceil((end + 1) / QUARTER) * QUARTER };
  const onlyBy = hasTeamRole(role, 'admin') ? undefined : userId;
  const creators = await listKeyMakers(reader, teamId, onlyBy);
  const counted = { scope: 'key', keys: [...creators.keys()].map(String) } as const;
  const limit = Math.max(1, creators.size);
  const { rows } = await rankUsage(reader, counted, { range, by: 'quota', limit });
  const byMember = new Map<number, Omit<TeamUsage, 'username'>>();
  for (const row of rows) {
    const id = creators.get(Number(row.key)) ?? 0;
    const sum = byMember.get(id) ?? { ...NOTHING, user_id: id };
    byMember.set(id, {
      user_id: id,
      spend: sum.spend + row.quota - row.refunded,
      calls: sum.calls + row.calls,
      failed: sum.failed + row.failed,
      prompt_tokens: sum.prompt_tokens + row.prompt_tokens,
      completion_tokens: sum.completion_tokens + row.completion_tokens,
    });
  }
  const names = await readUsernames(reader, [...byMember.keys()]);
  return [...byMember.values()]
    .map((usage) => ({ ...usage, username: names.get(usage.user_id) ?? '' }))
    .toSorted((left, right) => right.spend - left.spend || left.user_id - right.user_id);
}

const NOTHING = { spend: 0, calls: 0, failed: 0, prompt_tokens: 0, completion_tokens: 0 };
