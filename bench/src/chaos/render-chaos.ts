import { renderTable } from '../table.ts';
import type { ScenarioResult } from './run-scenario.ts';

const CONSOLE_HOLD_MS = 3000;

/** Describes what is wrong with a result; empty if all guarantees hold. */
export function findFailures(result: ScenarioResult): string[] {
  const { scenario } = result;
  const most: readonly [number, what: string][] = [
    [result.lost, 'complete answers not charged their price'],
    [result.free, 'parts of answers not charged'],
    [result.overcharged, 'overcharged calls'],
    [result.unknownCharges, 'charges without a call'],
    [result.writeOff, 'quota written off'],
    [result.leases, 'leases left over'],
    [result.journalRows, 'journal rows left over'],
    [result.wrongUsers, 'users whose balance, ledger and log differ'],
    [
      scenario.canRefuse || scenario.kills ? 0 : result.refusedWrongly,
      `calls refused wrongly, of ${result.reasons}`,
    ],
    [scenario.kills ? 0 : result.cutSilently, 'streams cut without an error event'],
    [scenario.kills ? 0 : result.unreachable, 'calls without an answer'],
  ];
  return [
    ...most.filter(([count]) => count !== 0).map(([count, what]) => `${count} ${what}`),
    ...(result.slowestConsoleMs > CONSOLE_HOLD_MS
      ? [`the console took ${result.slowestConsoleMs} ms`]
      : []),
    ...(result.recoveryMs === undefined ? ['it never recovered'] : []),
  ];
}

/** Renders the table of scenarios, and a description of what is wrong. */
export function renderChaos(results: readonly ScenarioResult[]): string {
  const rows = results.map((result) => {
    const failures = findFailures(result);
    return [
      result.scenario.title,
      result.database,
      result.served,
      result.refusedForBalance,
      result.refused,
      result.cut + result.unreachable,
      result.lost,
      result.free,
      result.overcharged,
      result.writeOff,
      result.leases + result.journalRows + result.wrongUsers,
      result.longestStallMs,
      result.slowestConsoleMs,
      result.recoveryMs ?? 'never',
      failures.length === 0 ? 'holds' : 'BELOW',
    ].map(String);
  });
  const failed = results.flatMap((result) =>
    findFailures(result).map(
      (failure) => `- ${result.scenario.title}, ${result.database}: ${failure}`,
    ),
  );
  const byKill = results.reduce((sum, { freeByKill }) => sum + freeByKill, 0);
  return [
    renderTable(HEAD, rows),
    ...(failed.length > 0 ? [`Below:\n\n${failed.join('\n')}`] : []),
    NOTES,
    `${byKill} streams that a kill −9 cut off in the middle were not charged: they were younger than the notes of what streams have delivered (ADR 131).`,
  ].join('\n\n');
}

const HEAD = [
  'What fails',
  'Database',
  'Answered',
  'Out of balance',
  'Refused',
  'Cut or unanswered',
  'Lost',
  'Free',
  'Overcharged',
  'Write-off',
  'Left over',
  'Longest stall ms',
  'Slowest console ms',
  'Recovery ms',
  'Verdict',
];

const NOTES = `- Half of the calls are streams; a client in 20 leaves in mid-stream, but for the rows with a kill; every fourth call is of a caller whose small balance runs out in the middle of the run ("out of balance"). While PostgreSQL is away, nobody can look up whether they have paid more: they are refused with 503.
- Lost: complete answers that were not charged their price. Free: delivered parts that were not charged. Overcharged: charged twice, beyond the price, or although refused. Write-off: quota charged beyond a balance. Left over: leases, journal rows and users whose balance, ledger and log differ, after the gateways were asked to end. All of them must be 0.
- Longest stall: of the event loop, as \`tollgate_event_loop_delay\` tells; other load of the machine is in it. Recovery: from the end of the fault until \`/readyz\` answers 200; for SIGTERM, until the process has ended.`;
