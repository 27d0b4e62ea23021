import { LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import { readTable } from '../../store/import-source/import-source.ts';
import {
  findImportSource,
  findKeysByName,
  findMapped,
  setLogPosition,
} from '../../store/imports-repository.ts';
import { lowerDetailMark } from '../../store/log-details-repository.ts';
import { insertLogRows } from '../../store/logs-repository.ts';
import { addImportedCalls } from '../wallet/store/open-imported-balances.ts';
import { addToTotals, emptyTotals, type UsageLogRow } from '../wallet/usage-record.ts';
import { type ImportRun, mapScopeOf, processPages } from './import-run.ts';
import { type ImportedLog, mapLog } from './map-log.ts';

const PAGE = 500;
/** Page size while calls run: the longest that they have to wait. */
const GENTLE_PAGE = 100;

/** Imports the log in id order, from where an earlier run stopped, and updates totals and statistics. */
export async function importLogs(run: ImportRun): Promise<void> {
  const count = run.counts.logs;
  count.found = await run.source.count('logs');
  if (count.found === 0) run.findings.add('logs', 'log_elsewhere', run.source.label);
  const known = await findImportSource(run.target.store.db, run.name);
  const position = known?.log_position ?? 0;
  if (run.dryRun) {
    count.imported = await run.source.count('logs', position);
    count.present = count.found - count.imported;
    return;
  }
  await processPages(
    run,
    'logs',
    readTable(run.source, 'logs', {
      pageSize: run.isThrottled ? GENTLE_PAGE : PAGE,
      after: position,
    }),
    async (rows) => {
      const logs = await toTargetRows(
        run,
        rows.map((row) => mapLog(run.family, row)),
      );
      await run.target.store.transaction(async (trx) => {
        await insertLogRows(trx, logs);
        await lowerDetailMark(trx, oldestOf(logs));
        const totals = emptyTotals();
        for (const row of logs)
          if (row.type === LOG_CONSUME || row.type === LOG_ERROR)
            addToTotals(totals, { row, limited: false, logged: true });
        await addImportedCalls(trx, totals);
        await setLogPosition(trx, run.name, Number(rows.at(-1)?.['id']));
      });
      count.imported += rows.length;
    },
  );
  count.present = count.found - count.imported;
}

const oldestOf = (logs: readonly { created_at: number }[]) =>
  logs.reduce((oldest, { created_at: at }) => Math.min(oldest, at), Infinity);

const idsOf = (logs: readonly ImportedLog[], pick: (log: ImportedLog) => number) => [
  ...new Set(logs.map(pick).filter((id) => id > 0)),
];

/** Converts to our rows, with our ids. What no longer exists gets id 0 and keeps its name. */
async function toTargetRows(run: ImportRun, logs: readonly ImportedLog[]): Promise<UsageLogRow[]> {
  const { db } = run.target.store;
  const channels = await findMapped(
    db,
    mapScopeOf(run, 'channel'),
    idsOf(logs, (log) => log.channelSourceId),
  );
  const keys = await findMapped(
    db,
    mapScopeOf(run, 'key'),
    idsOf(logs, (log) => log.keySourceId),
  );
  const unnumbered = logs.filter((log) => log.keySourceId === 0 && log.keyName !== '');
  const users = unnumbered.map((log) => run.users.get(log.userSourceId) ?? 0);
  const keysByName = await findKeysByName(
    db,
    [...new Set(users.filter((id) => id > 0))],
    [...new Set(unnumbered.map(({ keyName }) => keyName))],
  );
  return logs.map((log) => {
    const userId = run.users.get(log.userSourceId) ?? 0;
    if (userId === 0)
      run.findings.add('logs', 'log_without_user', log.username || log.userSourceId);
    return {
      created_at: log.createdAt,
      type: log.type,
      user_id: userId,
      username: log.username,
      token_id: keys.get(log.keySourceId) ?? keysByName.get(`${userId}\n${log.keyName}`) ?? 0,
      token_name: log.keyName,
      channel_id: channels.get(log.channelSourceId) ?? 0,
      model_name: log.modelName,
      group: log.group || 'default',
      quota: log.quota,
      prompt_tokens: log.promptTokens,
      completion_tokens: log.completionTokens,
      use_time: log.useSeconds,
      is_stream: log.isStream ? 1 : 0,
      content: log.content,
      other: JSON.stringify(otherOf(run.name, log)),
      request_id: log.requestId,
      ip: log.ip,
    };
  });
}

/**
 * Returns `other` of an imported row. It begins with `imported`, which the wallet skips when it applies
 * charges after a crash. A refund begins like refunds made here, so that it is counted among them; it is no
 * charge to apply.
 */
function otherOf(from: string, log: ImportedLog): Record<string, unknown> {
  const { other, sourceId, refunded, upstreamRequestId } = log;
  const imported = {
    from,
    id: sourceId,
    ...(upstreamRequestId === '' ? {} : { upstream_request_id: upstreamRequestId }),
    other,
  };
  if (refunded === 0) return { imported, ...shownFactors(other) };
  const task = other['task_id'];
  return {
    event: 'task_refunded',
    task: typeof task === 'string' || typeof task === 'number' ? String(task) : String(sourceId),
    action: log.modelName,
    quota: refunded,
    imported,
  };
}

/** Members with the same meaning here, with which the log explains a charge. */
const FACTORS = [
  'model_ratio',
  'group_ratio',
  'completion_ratio',
  'cache_ratio',
  'cache_tokens',
  'frt',
];

function shownFactors(other: Record<string, unknown>): Record<string, number> {
  const price = other['model_price'];
  const factors = FACTORS.map((name) => [name, other[name]] as const).filter(
    (pair): pair is [string, number] => typeof pair[1] === 'number' && pair[1] >= 0,
  );
  return Object.fromEntries(
    typeof price === 'number' && price >= 0 ? [['model_price', price], ...factors] : factors,
  );
}
