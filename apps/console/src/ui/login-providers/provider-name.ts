import type { LoginProviderEntry, Status } from '@tollgate/contract';

/** Returns a login provider's name: the operator's, or else its own. */
export function providerName(
  status: Status | undefined,
  { name, nameStatus }: Pick<LoginProviderEntry, 'name' | 'nameStatus'>,
): string {
  const configured = nameStatus === undefined ? undefined : status?.[nameStatus];
  return typeof configured === 'string' && configured.trim() !== '' ? configured : name;
}
