import { TOKEN_DISABLED, TOKEN_ENABLED, TOKEN_EXHAUSTED, TOKEN_EXPIRED } from '@tollgate/contract';
import { CommandError, type CommandGroup } from '../command.ts';
import { findUser } from '../remote/find-user.ts';
import { forEachId } from '../remote/for-each-id.ts';
import { maskSecret } from '../remote/mask-secret.ts';
import { requireYes } from '../remote/require-yes.ts';
import { printList } from '../remote/print-result.ts';
import { readAmount } from '../remote/read-amount.ts';
import { readIds } from '../remote/read-ids.ts';
import { readTime } from '../remote/read-time.ts';
import { type RemoteCall, remoteCommand } from '../remote/remote-command.ts';
import type { Column } from '../remote/render-table.ts';
import { openMoney } from '../remote/show-money.ts';
import { showTime } from '../remote/show-time.ts';

interface KeyRow {
  id: number;
  name: string;
  status: number;
  unlimited_quota: boolean;
  remain_quota: number;
  used_quota: number;
  created_time: number;
  accessed_time: number;
}

const list = remoteCommand({
  name: 'keys list',
  help: 'help.keys.list',
  options: ['user', 'search', 'limit', 'reveal'],
  async run(call) {
    const { client, optionValue } = call;
    const name = optionValue('user');
    const columns = await keyColumns(call);
    if (name === '') {
      const ownKeys = client.each('searchTokens', { query: { keyword: optionValue('search') } });
      return printList(call, maskSecret(call, ownKeys), [
        ...columns,
        { head: call.words.logs.columns.token, cell: ({ key }) => key },
      ]);
    }
    const { id } = await findUser(call, name);
    // Only its owner may see a key, and the owner's list has no search.
    if (optionValue('search') !== '' || call.values.reveal === true)
      throw new CommandError(call.t('failures.ownOnly'), 2);
    return printList(call, client.each('listKeysOfUser', { params: { id } }), [
      ...columns,
      { head: call.words.logs.columns.token, cell: ({ tail }) => (tail === '' ? '' : `…${tail}`) },
    ]);
  },
});

async function keyColumns(call: RemoteCall): Promise<Column<KeyRow>[]> {
  const { columns, status: names } = call.words.tokens;
  const money = call.json ? String : await openMoney(call);
  const statuses: Readonly<Record<number, string>> = {
    [TOKEN_ENABLED]: names.enabled,
    [TOKEN_DISABLED]: names.disabled,
    [TOKEN_EXPIRED]: names.expired,
    [TOKEN_EXHAUSTED]: names.exhausted,
  };
  return [
    { head: call.words.users.columns.id, right: true, cell: ({ id }) => id },
    { head: columns.name, cell: ({ name }) => name },
    { head: columns.status, cell: ({ status }) => statuses[status] ?? status },
    {
      head: columns.remain,
      right: true,
      cell: ({ unlimited_quota, remain_quota }) => (unlimited_quota ? '∞' : money(remain_quota)),
    },
    {
      head: call.words.users.columns.used,
      right: true,
      cell: ({ used_quota }) => money(used_quota),
    },
    { head: columns.created, cell: ({ created_time }) => showTime(created_time) },
    { head: columns.lastUsed, cell: ({ accessed_time }) => showTime(accessed_time) },
  ];
}

const create = remoteCommand({
  name: 'keys create',
  help: 'help.keys.create',
  options: ['name', 'usd', 'quota', 'expires', 'group', 'model'],
  async run(call) {
    const { client, optionValue, json, print } = call;
    const quota = await readAmount(call);
    const models = optionValue('model');
    const created = await client.call('createToken', {
      body: {
        name: optionValue('name'),
        group: optionValue('group'),
        expired_time: readTime(call, 'expires') || -1,
        unlimited_quota: quota === undefined,
        ...(quota === undefined ? {} : { remain_quota: quota }),
        ...(models === '' ? {} : { model_limits_enabled: true, model_limits: models }),
      },
    });
    const secret = `sk-${created.key}`;
    print(json ? JSON.stringify({ ...created, key: secret }, null, 2) : secret);
  },
});

function switchTo(
  action: 'enable' | 'disable',
  status: typeof TOKEN_ENABLED | typeof TOKEN_DISABLED,
) {
  return remoteCommand({
    name: `keys ${action}`,
    takes: 'ID...',
    help: `help.keys.${action}`,
    positionals: { min: 1, max: 1000 },
    run: (call) =>
      forEachId(call, readIds(call), async (id) => {
        await call.client.call('updateToken', {
          query: { status_only: true },
          body: { id, status },
        });
        if (!call.json)
          call.print(call.t(`results.key${action === 'enable' ? 'Enabled' : 'Disabled'}`, { id }));
      }),
  });
}

const remove = remoteCommand({
  name: 'keys delete',
  takes: 'ID...',
  help: 'help.keys.delete',
  options: ['yes'],
  positionals: { min: 1, max: 1000 },
  async run(call) {
    const ids = readIds(call);
    requireYes(call, ids);
    return forEachId(call, ids, async (id) => {
      await call.client.call('deleteToken', { params: { id } });
      if (!call.json) call.print(call.t('results.keyDeleted', { id }));
    });
  },
});

/** `tollgate keys`: keys of the access token's owner, and a list of others' keys. */
export const keys: CommandGroup = {
  name: 'keys',
  actions: {
    list,
    create,
    enable: switchTo('enable', TOKEN_ENABLED),
    disable: switchTo('disable', TOKEN_DISABLED),
    delete: remove,
  },
};
