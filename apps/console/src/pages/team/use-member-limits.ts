import type { Team, TeamMember } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { type KeyLimit, limitShare } from '../../ui/format/key-limits.ts';
import { limitPeriod } from './team-period.ts';

const PERIODS = ['day', 'week', 'month'] as const;

/**
 * Returns, for each member whose limits the reader may see, the limit nearest to its end with what was spent
 * of it. A period is read only if somebody has a limit for it.
 */
export function useMemberLimits(
  { id }: Team,
  members: readonly TeamMember[],
  now: number,
): { limits: ReadonlyMap<number, KeyLimit>; isLoading: boolean } {
  const has = (kind: (typeof PERIODS)[number]) =>
    members.some(({ limits }) => (limits?.[`${kind}_quota`] ?? 0) > 0);
  const params = { id };
  const startOf = (kind: (typeof PERIODS)[number]) => ({ start: limitPeriod(kind, now).start });
  const spent = {
    day: useEndpoint(
      calls.getTeamUsage,
      { params, query: startOf('day') },
      { enabled: has('day') },
    ),
    week: useEndpoint(
      calls.getTeamUsage,
      { params, query: startOf('week') },
      { enabled: has('week') },
    ),
    month: useEndpoint(
      calls.getTeamUsage,
      { params, query: startOf('month') },
      { enabled: has('month') },
    ),
  };
  const nearest = new Map<number, KeyLimit>();
  for (const { user_id: userId, limits } of members)
    for (const kind of PERIODS) {
      const limit = limits?.[`${kind}_quota`] ?? 0;
      const { data } = spent[kind];
      if (limit === 0 || !data) continue;
      const used = Math.max(0, data.find((row) => row.user_id === userId)?.spend ?? 0);
      const found = { kind, limit, used, endsAt: limitPeriod(kind, now).endsAt };
      const known = nearest.get(userId);
      if (!known || limitShare(found) > limitShare(known)) nearest.set(userId, found);
    }
  return { limits: nearest, isLoading: PERIODS.some((kind) => spent[kind].isLoading) };
}
