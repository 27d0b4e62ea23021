import type { UsageDimension } from '@tollgate/contract';
import {
  listApiKeyIds,
  readApiKeyNames,
  readTeamIds,
  readUsernames,
} from '../../store/usage-names-repository.ts';
import type { CountedKeys } from '../../store/usage-stats-parts.ts';
import type { Domain } from '../domain.ts';

/** What a report counts: everything or one user, in total and broken down. */
export interface CountedUsage {
  total: CountedKeys;
  parts: CountedKeys;
  by: UsageDimension;
}

/** Returns what is counted: of everybody, or (with an id) of one user, then by model or key. */
export async function countedUsage(
  { store }: Pick<Domain, 'store'>,
  by: UsageDimension,
  userId: number | undefined,
): Promise<CountedUsage> {
  if (userId === undefined) return { total: { scope: 'all' }, parts: { scope: by }, by };
  const total: CountedKeys = { scope: 'user', keys: [String(userId)] };
  if (by !== 'key')
    return { total, parts: { scope: 'user_model', prefix: `${userId}\n` }, by: 'model' };
  const ids = await listApiKeyIds(store.reader, userId);
  return { total, parts: { scope: 'key', keys: ids.map(String) }, by };
}

export interface KeyName {
  key: string;
  name: string;
  owner: string;
  is_team: boolean;
}

const unowned = { owner: '', is_team: false };

/** Returns the names of keys in the statistics, in order; for administrators with the owners of API keys. */
export async function nameKeys(
  { store, catalog }: Pick<Domain, 'store' | 'catalog'>,
  by: UsageDimension,
  keys: readonly string[],
  isAdmin: boolean,
): Promise<KeyName[]> {
  const ids = keys.map(Number);
  if (by === 'channel')
    return keys.map((key) => ({ key, name: catalog.find(Number(key))?.name ?? '', ...unowned }));
  if (by === 'user') {
    const names = await readUsernames(store.reader, ids);
    const teams = await readTeamIds(store.reader, ids);
    return ids.map((id) => ({
      key: String(id),
      name: names.get(id) ?? '',
      owner: '',
      is_team: teams.has(id),
    }));
  }
  if (by === 'key') {
    const names = await readApiKeyNames(store.reader, ids);
    return keys.map((key) => {
      const { name, ...owner } = names.get(Number(key)) ?? { name: '', ...unowned };
      return { key, name, ...(isAdmin ? owner : unowned) };
    });
  }
  return keys.map((key) => {
    const name = key.slice(key.indexOf('\n') + 1);
    return { key: name, name, ...unowned };
  });
}
