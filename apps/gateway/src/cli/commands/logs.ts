import {
  LOG_CONSUME,
  LOG_ERROR,
  LOG_MANAGE,
  LOG_STATUSES,
  LOG_SYSTEM,
  LOG_TOPUP,
  type LogEntry,
  type LogStatus,
} from '@tollgate/contract';
import { CommandError, type CommandGroup } from '../command.ts';
import { printList } from '../remote/print-result.ts';
import { readId } from '../remote/read-ids.ts';
import { readNumber } from '../remote/read-number.ts';
import { readTime } from '../remote/read-time.ts';
import { readWord } from '../remote/read-word.ts';
import { type RemoteCall, remoteCommand } from '../remote/remote-command.ts';
import { type Column, renderTable } from '../remote/render-table.ts';
import { openMoney } from '../remote/show-money.ts';
import { showTime } from '../remote/show-time.ts';

const TYPES = {
  topup: LOG_TOPUP,
  consume: LOG_CONSUME,
  manage: LOG_MANAGE,
  system: LOG_SYSTEM,
  error: LOG_ERROR,
} as const;
const FILTERS = ['user', 'key', 'model', 'channel', 'group', 'type', 'status'] as const;
/** Number of rows with which `tail` starts. */
const TAIL_DEFAULT = 10;

const list = remoteCommand({
  name: 'logs list',
  help: 'help.logs.list',
  options: [...FILTERS, 'search', 'since', 'limit'],
  async run(call) {
    const query = {
      ...readFilter(call),
      keyword: call.optionValue('search'),
      start_timestamp: readTime(call, 'since'),
    };
    await printList(call, call.client.each('listLogs', { query }), await logColumns(call));
  },
});

const tail = remoteCommand({
  name: 'logs tail',
  help: 'help.logs.tail',
  options: [...FILTERS, 'limit'],
  async run(call) {
    const { client, json, print, signal } = call;
    const filter = readFilter(call);
    const columns = await logColumns(call);
    const count = readNumber(call, 'limit') ?? TAIL_DEFAULT;
    const widths: number[] = [];
    let isFirst = true;
    const printRows = (rows: readonly LogEntry[]) => {
      if (json) for (const row of rows) print(JSON.stringify(row));
      else for (const line of renderTable(columns, rows, { widths, head: isFirst })) print(line);
      isFirst = false;
    };
    const { items } = await client.call('listLogs', {
      query: { ...filter, page_size: Math.max(1, count) },
    });
    printRows(count === 0 ? [] : items.toReversed());
    const followed = client.follow(
      'followLogs',
      { query: { ...filter, after_id: Math.max(0, ...items.map(({ id }) => id)) } },
      signal ? { signal } : {},
    );
    for await (const { rows } of followed) printRows(rows);
  },
});

function readFilter(call: RemoteCall) {
  const { optionValue, t } = call;
  const status = optionValue('status');
  if (status !== '' && !isStatus(status))
    throw new CommandError(
      t('failures.word', { option: '--status', word: status, known: LOG_STATUSES.join(', ') }),
      2,
    );
  const channel = optionValue('channel');
  return {
    username: optionValue('user'),
    token_name: optionValue('key'),
    model_name: optionValue('model'),
    group: optionValue('group'),
    type: readWord(call, 'type', TYPES),
    channel: channel === '' ? 0 : readId(channel, t),
    status: status as LogStatus | '',
  };
}

const isStatus = (text: string) => (LOG_STATUSES as readonly string[]).includes(text);

async function logColumns(call: RemoteCall): Promise<Column<LogEntry>[]> {
  const { columns, types } = call.words.logs;
  const money = call.json ? String : await openMoney(call);
  const names: Readonly<Record<number, string>> = {
    [LOG_TOPUP]: types.topup,
    [LOG_CONSUME]: types.consume,
    [LOG_MANAGE]: types.manage,
    [LOG_SYSTEM]: types.system,
    [LOG_ERROR]: types.error,
  };
  return [
    { head: columns.time, cell: ({ created_at }) => showTime(created_at) },
    { head: columns.type, cell: ({ type }) => names[type] ?? types.other },
    { head: columns.user, cell: ({ username }) => username },
    { head: columns.token, cell: ({ token_name }) => token_name },
    { head: columns.model, cell: ({ model_name, content }) => model_name || content },
    { head: columns.channel, right: true, cell: ({ channel }) => channel || '' },
    { head: columns.prompt, right: true, cell: ({ prompt_tokens }) => prompt_tokens },
    { head: columns.completion, right: true, cell: ({ completion_tokens: count }) => count },
    { head: columns.cost, right: true, cell: ({ quota }) => money(quota) },
    { head: call.t('fields.seconds'), right: true, cell: ({ use_time }) => use_time },
    { head: call.t('fields.request'), cell: ({ request_id }) => request_id },
  ];
}

/** `tollgate logs`: the usage log, read or followed. */
export const logs: CommandGroup = { name: 'logs', actions: { list, tail } };
