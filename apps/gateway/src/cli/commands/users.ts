import { ClientError } from '@tollgate/client';
import {
  ROLE_ADMIN,
  ROLE_ROOT,
  type User,
  USER_BANNED,
  USER_DISABLED,
  USER_ENABLED,
} from '@tollgate/contract';
import { randomBytes, randomUUID } from 'node:crypto';
import { CommandError, type CommandGroup } from '../command.ts';
import { findUser } from '../remote/find-user.ts';
import { printDone, printList, printOne } from '../remote/print-result.ts';
import { requireAmount } from '../remote/read-amount.ts';
import { readSecretFile } from '../remote/read-secret-file.ts';
import { readWord } from '../remote/read-word.ts';
import { type RemoteCall, remoteCommand } from '../remote/remote-command.ts';
import { printRefusals } from '../remote/print-refusals.ts';
import { openMoney, withUnits } from '../remote/show-money.ts';
import { showTime } from '../remote/show-time.ts';

const STATUSES = { enabled: USER_ENABLED, disabled: USER_DISABLED, banned: USER_BANNED } as const;

const list = remoteCommand({
  name: 'users list',
  help: 'help.users.list',
  options: ['search', 'group', 'status', 'limit'],
  async run(call) {
    const { client, optionValue, words } = call;
    const { columns } = words.users;
    const status = readWord(call, 'status', STATUSES);
    const query = { keyword: optionValue('search'), group: optionValue('group'), status };
    const money = call.json ? String : await openMoney(call);
    await printList(call, client.each('searchUsers', { query }), [
      { head: columns.id, right: true, cell: ({ id }) => id },
      { head: columns.username, cell: ({ username }) => username },
      { head: columns.role, cell: (user) => roleName(call, user) },
      { head: columns.status, cell: (user) => statusName(call, user) },
      { head: columns.group, cell: ({ group }) => group },
      { head: columns.remain, right: true, cell: ({ quota }) => money(quota) },
      { head: columns.used, right: true, cell: ({ used_quota }) => money(used_quota) },
      { head: columns.requests, right: true, cell: ({ request_count }) => request_count },
      { head: columns.lastSeen, cell: ({ last_seen }) => showTime(last_seen) },
    ]);
  },
});

const show = remoteCommand({
  name: 'users show',
  takes: 'USER',
  help: 'help.users.show',
  positionals: { min: 1, max: 1 },
  async run(call) {
    const user = await findUser(call, call.positionals[0] ?? '');
    if (call.json) return printOne(call, user, []);
    const { columns } = call.words.users;
    const money = await openMoney(call);
    printOne(call, user, [
      [columns.id, user.id],
      [columns.username, user.username],
      [call.t('fields.displayName'), user.display_name],
      [call.t('fields.email'), user.email],
      [columns.role, roleName(call, user)],
      [columns.status, statusName(call, user)],
      [columns.group, user.group],
      [columns.remain, withUnits(money, user.quota)],
      [columns.used, withUnits(money, user.used_quota)],
      [columns.requests, user.request_count],
      [call.t('fields.created'), showTime(user.created_time)],
      [columns.lastSeen, showTime(user.last_seen)],
    ]);
  },
});

const PASSWORD_BYTES = 12;

const create = remoteCommand({
  name: 'users create',
  takes: 'NAME',
  help: 'help.users.create',
  options: ['name', 'group', 'password-file'],
  positionals: { min: 1, max: 1 },
  async run(call) {
    const { client, optionValue, t } = call;
    const chosen = readSecretFile(call, 'password-file');
    const password = chosen ?? randomBytes(PASSWORD_BYTES).toString('base64url');
    const name = optionValue('name');
    const username = call.positionals[0] ?? '';
    const group = optionValue('group');
    await requireGroups(call, group);
    const report = (user: User) => {
      if (call.json) return printOne(call, chosen === undefined ? { ...user, password } : user, []);
      call.printStatus(t('results.userMade', { name: username, id: user.id }));
      if (chosen === undefined) call.print(password);
    };
    const body = { username, password, ...(name === '' ? {} : { display_name: name }) };
    const created = await client.call('createUser', { body });
    if (group === '') return report(created);
    const moved = client.call('updateUser', { body: { id: created.id, group } });
    report(
      await moved.catch((error: unknown) => {
        report(created);
        throw error;
      }),
    );
  },
});

/** Refuses groups that do not exist, before anything is created in them. */
async function requireGroups({ client, t }: RemoteCall, groups: string): Promise<void> {
  if (groups === '') return;
  const known = await client.call('listGroups');
  const names = groups.split(',').map((name) => name.trim());
  const word = names.find((name) => name !== '' && !known.includes(name));
  if (word === undefined) return;
  const params = { option: '--group', word, known: known.join(', ') };
  throw new CommandError(t('failures.word', params), 2);
}

function switchTo(action: 'enable' | 'disable') {
  return remoteCommand({
    name: `users ${action}`,
    takes: 'USER...',
    help: `help.users.${action}`,
    positionals: { min: 1, max: 100 },
    async run(call) {
      const users = await Promise.all(call.positionals.map((text) => findUser(call, text)));
      const ids = [...new Set(users.map(({ id }) => id))];
      const result = await call.client.call('manageUsers', { body: { ids, action } });
      if (result.refused.length > 0) return printRefusals(call, result, result.refused);
      return printDone(call, result, call.t(`results.${action}d`, { count: result.done }));
    },
  });
}

const addQuota = remoteCommand({
  name: 'users add-quota',
  takes: 'USER',
  help: 'help.users.addQuota',
  options: ['usd', 'quota', 'reason', 'idempotency-key'],
  positionals: { min: 1, max: 1 },
  async run(call) {
    const amount = await requireAmount(call);
    const user = await findUser(call, call.positionals[0] ?? '');
    const key = call.optionValue('idempotency-key') || randomUUID();
    const after = await bookAmount(call, user, amount, key);
    if (call.json) return printOne(call, after, []);
    const money = await openMoney(call);
    const balance = withUnits(money, after.quota);
    call.print(
      call.t('results.added', { name: user.username, amount: withUnits(money, amount), balance }),
    );
  },
});

/** Books the amount as a difference, once per key, whatever calls are charged meanwhile. */
async function bookAmount(
  call: RemoteCall,
  { id, quota: before }: User,
  amount: number,
  key: string,
): Promise<User> {
  const reason = call.optionValue('reason');
  const body = { id, quota: before + amount, quota_before: before, idempotency_key: key, reason };
  try {
    return await call.client.call('updateUser', { body });
  } catch (error) {
    if (error instanceof ClientError && error.isUnreachable)
      call.printStatus(call.t('failures.maybeBooked', { key }));
    throw error;
  }
}

/** `tollgate users`: everyday work on users and their balances. */
export const users: CommandGroup = {
  name: 'users',
  actions: {
    list,
    show,
    create,
    enable: switchTo('enable'),
    disable: switchTo('disable'),
    'add-quota': addQuota,
  },
};

function roleName({ words }: RemoteCall, { role }: User): string {
  const { roles } = words.users;
  if (role === ROLE_ROOT) return roles.root;
  return role === ROLE_ADMIN ? roles.admin : roles.user;
}

function statusName({ words }: RemoteCall, { status, DeletedAt }: User): string {
  const names = words.users.status;
  if (DeletedAt !== null) return names.deleted;
  if (status === USER_BANNED) return names.banned;
  return status === USER_DISABLED ? names.disabled : names.activated;
}
