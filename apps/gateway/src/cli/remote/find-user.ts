import type { User } from '@tollgate/contract';
import { CommandError } from '../command.ts';
import type { RemoteCall } from './remote-command.ts';

/** Finds the user with an id or an exact username. Throws if there is none. */
export async function findUser({ client, t }: RemoteCall, text: string): Promise<User> {
  if (/^[1-9]\d{0,14}$/.test(text)) return client.call('getUser', { params: { id: Number(text) } });
  for await (const user of client.each('searchUsers', { query: { keyword: text } }))
    if (user.username === text && user.DeletedAt === null) return user;
  throw new CommandError(t('failures.user', { text }));
}
