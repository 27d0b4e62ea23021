import type { AttentionItem, SystemStatus } from '@tollgate/contract';
import { printOne } from '../remote/print-result.ts';
import { type RemoteCall, remoteCommand } from '../remote/remote-command.ts';
import { showTime } from '../remote/show-time.ts';

/** Shows the state of a running gateway. Exits with 1 if calls are refused or the ledger does not balance. */
export const status = remoteCommand({
  name: 'status',
  help: 'help.status',
  async run(call) {
    const { client, json, words } = call;
    const [system, attention] = await Promise.all([
      client.call('getSystemStatus'),
      client.call('listAttention'),
    ]);
    const isWell =
      system.trouble === null &&
      system.parts.every(({ state }) => state !== 'failed') &&
      system.books.total === 0;
    if (json) printOne(call, { ok: isWell, ...system, attention }, []);
    else
      printOne(call, system, [
        ...describeNode(call, system),
        ...attention.map((item) => [words.dashboard.attention.title, describeItem(item)] as const),
      ]);
    return isWell ? 0 : 1;
  },
});

function describeNode(
  { words }: RemoteCall,
  { node, nodes, parts, books: ledger, trouble }: SystemStatus,
): (readonly [string, string | number])[] {
  const { health, books: about, ...texts } = words.system;
  const checked =
    ledger.checked_at === null
      ? about.never
      : ledger.total === 0
        ? about.right
        : about.wrong.replace('{{count}}', String(ledger.total));
  return [
    [texts.node.version, node.version],
    [texts.node.started, showTime(node.started_at)],
    [texts.node.database, node.database],
    [texts.nodes.title, nodes.length],
    ...parts.map(
      ({ name, state, reason }) =>
        [health.parts[name], [health.states[state], reason].filter(Boolean).join(': ')] as const,
    ),
    [about.title, checked],
    ...(trouble === null ? [] : [[texts.trouble.title, trouble] as const]),
  ];
}

/** `job_failed: name, … (cause)` */
function describeItem({ kind, count, names, cause }: AttentionItem): string {
  const about = names.length > 0 ? names.join(', ') : String(count);
  return cause === '' ? `${kind}: ${about}` : `${kind}: ${about} (${cause})`;
}
