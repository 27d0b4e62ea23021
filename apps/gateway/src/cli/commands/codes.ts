import { REDEMPTION_DISABLED, REDEMPTION_UNUSED, REDEMPTION_USED } from '@tollgate/contract';
import { ClientError } from '@tollgate/client';
import { randomUUID } from 'node:crypto';
import type { CommandGroup } from '../command.ts';
import { maskSecret } from '../remote/mask-secret.ts';
import { requireYes } from '../remote/require-yes.ts';
import { printDone, printList } from '../remote/print-result.ts';
import { requireAmount } from '../remote/read-amount.ts';
import { readIds } from '../remote/read-ids.ts';
import { readNumber } from '../remote/read-number.ts';
import { readWord } from '../remote/read-word.ts';
import { remoteCommand } from '../remote/remote-command.ts';
import { printRefusals } from '../remote/print-refusals.ts';
import { openMoney } from '../remote/show-money.ts';
import { showTime } from '../remote/show-time.ts';

const STATUSES = {
  unused: REDEMPTION_UNUSED,
  disabled: REDEMPTION_DISABLED,
  used: REDEMPTION_USED,
} as const;

const create = remoteCommand({
  name: 'codes create',
  help: 'help.codes.create',
  options: ['usd', 'quota', 'count', 'name', 'idempotency-key'],
  async run(call) {
    const { client, optionValue, json, printStatus, print, t } = call;
    const count = readNumber(call, 'count') ?? 1;
    const quota = await requireAmount(call);
    const key = optionValue('idempotency-key') || randomUUID();
    const name = optionValue('name') || undefined;
    try {
      const created = await client.call('createRedemptions', {
        body: { quota, count, idempotency_key: key, ...(name === undefined ? {} : { name }) },
      });
      if (json) print(JSON.stringify(created, null, 2));
      else for (const code of created) print(code);
    } catch (error) {
      if (error instanceof ClientError && error.isUnreachable)
        printStatus(t('failures.maybeMade', { key }));
      throw error;
    }
  },
});

const list = remoteCommand({
  name: 'codes list',
  help: 'help.codes.list',
  options: ['search', 'status', 'limit', 'reveal'],
  async run(call) {
    const { client, optionValue, words } = call;
    const { columns, status: names } = words.redemptions;
    const query = { keyword: optionValue('search'), status: readWord(call, 'status', STATUSES) };
    const money = call.json ? String : await openMoney(call);
    const rows = maskSecret(call, client.each('searchRedemptions', { query }));
    await printList(call, rows, [
      { head: columns.id, right: true, cell: ({ id }) => id },
      { head: columns.name, cell: ({ name }) => name },
      { head: call.t('fields.code'), cell: ({ key }) => key },
      {
        head: columns.status,
        cell: ({ status }) =>
          ({ [REDEMPTION_UNUSED]: names.unused, [REDEMPTION_USED]: names.used })[status] ??
          names.disabled,
      },
      { head: columns.quota, right: true, cell: ({ quota }) => money(quota) },
      { head: columns.created, cell: ({ created_time }) => showTime(created_time) },
      { head: columns.redeemer, right: true, cell: ({ used_user_id: id }) => id || '' },
    ]);
  },
});

/** Changes codes by id where possible: redeemed ones are left unchanged. */
function change(action: 'enable' | 'disable' | 'delete') {
  return remoteCommand({
    name: `codes ${action}`,
    takes: 'ID...',
    help: `help.codes.${action}`,
    options: action === 'delete' ? ['yes'] : [],
    positionals: { min: 1, max: 100 },
    async run(call) {
      const ids = readIds(call);
      if (action === 'delete') requireYes(call, ids);
      const result = await call.client.call('manageRedemptions', { body: { ids, action } });
      if (!call.json) call.print(call.t(`results.${action}d`, { count: result.done }));
      if (result.refused.length > 0) return printRefusals(call, result, result.refused);
      if (call.json) printDone(call, result, '');
    },
  });
}

/** `tollgate codes`: redemption codes. */
export const codes: CommandGroup = {
  name: 'codes',
  actions: {
    create,
    list,
    enable: change('enable'),
    disable: change('disable'),
    delete: change('delete'),
  },
};
