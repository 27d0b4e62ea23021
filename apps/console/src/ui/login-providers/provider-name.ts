import type { LoginProviderEntry, Status } from '@tollgate/contract';

/** What people know a login provider by: the name that the operator gave it, else its own. */
export function providerName(
  status: Status | undefined,
  { name, nameStatus }: Pick<LoginProviderEntry, 'name' | 'nameStatus'>,
): string {
  const given = nameStatus === undefined ? undefined : status?.[nameStatus];
  return typeof given === 'string' && given.trim() !== '' ? given : name;
}
