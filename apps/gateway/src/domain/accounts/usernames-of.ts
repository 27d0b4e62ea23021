import { readUsernames } from '../../store/usage-names-repository.ts';
import type { Domain } from '../domain.ts';

/** Returns a function that names users by id: empty for an id of nobody. Each user is read once. */
export async function usernamesOf(
  { store }: Pick<Domain, 'store'>,
  ids: readonly number[],
): Promise<(id: number) => string> {
  const names = await readUsernames(store.db, [...new Set(ids)]);
  return (id) => names.get(id) ?? '';
}
