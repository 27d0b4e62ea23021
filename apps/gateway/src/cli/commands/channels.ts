import {
  CHANNEL_AUTO_DISABLED,
  CHANNEL_DISABLED,
  CHANNEL_ENABLED,
  type Channel,
} from '@tollgate/contract';
import { CommandError, type CommandGroup } from '../command.ts';
import { forEachId } from '../remote/for-each-id.ts';
import { requireYes } from '../remote/require-yes.ts';
import { printDone, printList, printOne } from '../remote/print-result.ts';
import { channelOptions, readChannelFields } from '../remote/read-channel-fields.ts';
import { readWord } from '../remote/read-word.ts';
import { readIds } from '../remote/read-ids.ts';
import { type RemoteCall, remoteCommand } from '../remote/remote-command.ts';
import { printRefusals } from '../remote/print-refusals.ts';
import { openMoney, withUnits } from '../remote/show-money.ts';
import { showTime } from '../remote/show-time.ts';

const STATUSES = {
  enabled: CHANNEL_ENABLED,
  disabled: CHANNEL_DISABLED,
  'auto-disabled': CHANNEL_AUTO_DISABLED,
} as const;

const list = remoteCommand({
  name: 'channels list',
  help: 'help.channels.list',
  options: ['search', 'group', 'model', 'tag', 'status', 'limit'],
  async run(call) {
    const { client, optionValue, words } = call;
    const { columns, conditions } = words.channels;
    const rows = client.each('searchChannels', {
      query: {
        keyword: optionValue('search'),
        group: optionValue('group'),
        model: optionValue('model'),
        tag: optionValue('tag'),
        status: readWord(call, 'status', STATUSES),
      },
    });
    const [typeName, money] = call.json
      ? [String, String]
      : await Promise.all([openTypeNames(call), openMoney(call)]);
    await printList(call, rows, [
      { head: columns.id, right: true, cell: ({ id }) => id },
      { head: columns.name, cell: ({ name }) => name },
      { head: columns.type, cell: ({ type }) => typeName(type) },
      { head: words.users.columns.status, cell: ({ status }) => statusName(call, status) },
      {
        head: columns.health,
        cell: ({ condition }) => (condition === undefined ? '' : conditions[condition]),
      },
      { head: columns.group, cell: ({ group }) => group },
      { head: columns.priority, right: true, cell: ({ priority }) => priority },
      { head: columns.weight, right: true, cell: ({ weight }) => weight },
      { head: columns.used, right: true, cell: ({ used_quota }) => money(used_quota) },
    ]);
  },
});

const show = remoteCommand({
  name: 'channels show',
  takes: 'ID',
  help: 'help.channels.show',
  positionals: { min: 1, max: 1 },
  async run(call) {
    const params = { id: readIds(call)[0] ?? 0 };
    const [channel, health] = await Promise.all([
      call.client.call('getChannel', { params }),
      call.client.call('getChannelHealth', { params }),
    ]);
    if (call.json) return printOne(call, { ...channel, health }, []);
    const resting = [...health.models, ...health.keys].filter(({ state }) => state !== 'closed');
    const fault = health.last_fault;
    printOne(call, channel, [
      ...(await describeChannel(call, channel)),
      [call.t('fields.resting'), resting.map(({ name }) => name).join(', ')],
      [call.t('fields.fault'), fault ? `${showTime(fault.at_ms / 1000)} ${fault.what}` : ''],
    ]);
  },
});

async function describeChannel(
  call: RemoteCall,
  channel: Channel,
): Promise<(readonly [string, string | number])[]> {
  const { columns, form } = call.words.channels;
  const [typeName, money] = await Promise.all([openTypeNames(call), openMoney(call)]);
  const { status_reason: reason } = channel;
  const status = statusName(call, channel.status);
  const tested = [showTime(channel.test_time), channel.test_fault?.excerpt ?? ''].join(' ').trim();
  return [
    [columns.id, channel.id],
    [columns.name, channel.name],
    [columns.type, typeName(channel.type)],
    [call.words.users.columns.status, reason === '' ? status : `${status}: ${reason}`],
    [form.baseUrl, channel.base_url],
    [form.models, channel.models.replaceAll(',', ', ')],
    [columns.group, channel.group],
    [columns.priority, channel.priority],
    [columns.weight, channel.weight],
    [form.tag, channel.tag],
    [columns.used, withUnits(money, channel.used_quota)],
    [call.t('fields.tested'), tested],
    [columns.response, channel.response_time > 0 ? `${channel.response_time} ms` : ''],
  ];
}

const add = remoteCommand({
  name: 'channels add',
  help: 'help.channels.add',
  options: channelOptions,
  async run(call) {
    const { name = '', models = '', ...fields } = await readChannelFields(call);
    const created = await call.client.call('createChannel', { body: { name, models, ...fields } });
    const ids = created.map(({ id }) => id).join(', ');
    return printDone(call, created, call.t('results.channelsMade', { ids }));
  },
});

const edit = remoteCommand({
  name: 'channels edit',
  takes: 'ID',
  help: 'help.channels.edit',
  options: channelOptions,
  positionals: { min: 1, max: 1 },
  async run(call) {
    const id = readIds(call)[0] ?? 0;
    const fields = await readChannelFields(call);
    if (Object.keys(fields).length === 0)
      throw new CommandError(call.t('failures.nothingChanged'), 2);
    const changed = await call.client.call('updateChannel', { body: { id, ...fields } });
    return printDone(call, changed, call.t('results.channelChanged', { id }));
  },
});

/** Enables or disables many channels at once, all or nothing. */
function switchTo(action: 'enable' | 'disable', status: 1 | 2) {
  return remoteCommand({
    name: `channels ${action}`,
    takes: 'ID...',
    help: `help.channels.${action}`,
    positionals: { min: 1, max: 1000 },
    async run(call) {
      const changes = readIds(call).map((id) => ({ id, status }));
      const result = await call.client.call('changeChannels', { body: { changes } });
      if (result.refused.length > 0) return printRefusals(call, result, result.refused);
      const sentence = call.t(`results.${action}d`, { count: changes.length });
      return printDone(call, result, sentence);
    },
  });
}

const test = remoteCommand({
  name: 'channels test',
  takes: '[ID...]',
  help: 'help.channels.test',
  options: ['all', 'model'],
  positionals: { min: 0, max: 1000 },
  async run(call) {
    const { client, t, print, json } = call;
    const ids = call.values.all === true ? await listEnabled(call) : readIds(call);
    if (ids.length === 0) throw new CommandError(t('failures.nothingNamed'), 2);
    const results: object[] = [];
    const code = await forEachId(call, ids, async (id) => {
      const query = { model: call.optionValue('model') };
      const result = await client.call('testChannel', { params: { id }, query });
      results.push({ id, passed: true, ...result });
      if (!json) print(t('results.passed', { id, model: result.model, seconds: result.time }));
    });
    if (json) print(JSON.stringify(results, null, 2));
    return code;
  },
});

async function listEnabled({ client }: RemoteCall): Promise<number[]> {
  const ids: number[] = [];
  const query = { status: CHANNEL_ENABLED };
  for await (const { id } of client.each('searchChannels', { query })) ids.push(id);
  return ids;
}

const remove = remoteCommand({
  name: 'channels delete',
  takes: 'ID...',
  help: 'help.channels.delete',
  options: ['yes'],
  positionals: { min: 1, max: 1000 },
  async run(call) {
    const ids = readIds(call);
    requireYes(call, ids);
    const result = await call.client.call('deleteChannels', { body: { ids } });
    if (result.refused.length > 0) return printRefusals(call, result, result.refused);
    return printDone(call, result, call.t('results.deleted', { count: result.deleted }));
  },
});

/** `tollgate channels`: everyday work on channels. */
export const channels: CommandGroup = {
  name: 'channels',
  actions: {
    list,
    show,
    add,
    edit,
    enable: switchTo('enable', CHANNEL_ENABLED),
    disable: switchTo('disable', CHANNEL_DISABLED),
    test,
    delete: remove,
  },
};

async function openTypeNames({ client }: RemoteCall): Promise<(type: number) => string> {
  const types = await client.call('listChannelTypes');
  const names = new Map(types.map(({ type, label }) => [type, label]));
  return (type) => names.get(type) ?? String(type);
}

function statusName({ t }: RemoteCall, status: number): string {
  if (status === CHANNEL_ENABLED) return t('words.enabled');
  return t(status === CHANNEL_AUTO_DISABLED ? 'words.autoDisabled' : 'words.disabled');
}
