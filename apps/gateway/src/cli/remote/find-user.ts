import { ClientError } from '@tollgate/client';
import type { User } from '@tollgate/contract';
import { CommandError } from '../command.ts';
import type { RemoteCall } from './remote-command.ts';

/**
 * Finds the user with an id or an exact username. Throws if there is none. Digits alone are always an id:
 * whoever registers a username of digits must not receive what was meant for another user.
 */
export async function findUser(call: RemoteCall, text: string): Promise<User> {
  const { client, t } = call;
  if (/^\d+$/.test(text)) return findById(call, text);
  for await (const user of client.each('searchUsers', { query: { keyword: text } }))
    if (user.username === text && user.DeletedAt === null) return user;
  throw new CommandError(t('failures.user', { text }));
}

async function findById({ client, t }: RemoteCall, text: string): Promise<User> {
  try {
    if (!/^[1-9]\d{0,14}$/.test(text)) throw new CommandError(t('failures.userId', { text }));
    return await client.call('getUser', { params: { id: Number(text) } });
  } catch (error) {
    if (!(error instanceof ClientError) || error.code !== 'user_not_found') throw error;
    throw new CommandError(t('failures.userId', { text }));
  }
}
