import { countGroupUses } from '../../store/group-uses-repository.ts';
import type { Domain } from '../domain.ts';
import { listGroups } from './groups.ts';
import { sumGroupUses } from './sum-group-uses.ts';

/** Counts the users, teams, keys and channels of every group that has a ratio. */
export async function listGroupUses(domain: Pick<Domain, 'options' | 'store'>) {
  const groups = listGroups(domain);
  if (groups.length === 0) return [];
  const counts = await countGroupUses(domain.store.reader, groups);
  return groups.map((group) => ({ group, ...sumGroupUses(group, counts) }));
}
