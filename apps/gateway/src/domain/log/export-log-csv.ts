import { LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { setTimeout as pause } from 'node:timers/promises';
import type { LogRow } from '../../store/log-store/log-store.ts';
import { findLastLogId } from '../../store/logs-repository.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv-line.ts';
import { createToUsd } from './to-usd.ts';
import { zonedTime } from './zoned-time.ts';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';
import {
  type LogQuery,
  type LogReader,
  type PresentedLog,
  presentLog,
  toFilter,
} from './log-reading.ts';

/** What the CSV export of the usage log requires. */
type ExportLogCsvContext = Pick<
  Domain,
  'clock' | 'store' | 'logs' | 'options' | 'catalog' | 'wallet'
>;

/**
 * Small enough, with a pause after each batch, that calls of the relay are hardly affected: they take several
 * turns.
 */
const ROWS_AT_ONCE = 100;
const PAUSE_MS = 4;
const TYPES = ['other', 'topup', 'consume', 'manage', 'system', 'error'] as const;

/** How rows are written for one reader: language, time zone and unit. */
interface Writer {
  language: Language;
  zone: string;
  timeOf: (seconds: number) => string;
  /** US dollars; empty if quota has no price. */
  costOf: (quota: number) => number | '';
}

interface CsvColumn {
  header: (writer: Writer) => string;
  cell: (row: PresentedLog, writer: Writer, other: Record<string, unknown>) => string | number;
  adminOnly?: true;
}

/**
 * Exports the usage log as CSV: all matching rows, newest first, as of the start. Rows are read as they are
 * consumed, so memory stays constant whatever the length of the file.
 */
export async function exportLogCsv(
  domain: ExportLogCsvContext,
  query: LogQuery & { time_zone: string },
  reader: LogReader,
): Promise<AsyncGenerator<string>> {
  await domain.wallet.flush();
  const lastId = await findLastLogId(domain.store.reader);
  const filter = await toFilter(domain, query, reader);
  const logs = domain.logs.open(filter);
  const writer = createWriter(domain, reader.language, query.time_zone);
  const columns = COLUMNS.filter(({ adminOnly }) => !adminOnly || reader.ownerId === undefined);

  async function* lines(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(columns.map(({ header }) => header(writer)));
    let after: LogRow | undefined;
    do {
      const rows: LogRow[] = await logs.listAfter(filter, {
        after,
        lastId,
        limit: ROWS_AT_ONCE,
      });
      if (rows.length > 0)
        yield rows.map((row) => toLine(presentLog(domain, row, reader), columns, writer)).join('');
      after = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1);
      if (after) await pause(PAUSE_MS);
    } while (after);
  }
  return lines();
}

function toLine(row: PresentedLog, columns: readonly CsvColumn[], writer: Writer): string {
  const other = row.other === '' ? {} : (JSON.parse(row.other) as Record<string, unknown>);
  return csvLine(columns.map(({ cell }) => cell(row, writer, other)));
}

function createWriter(
  { options }: Pick<Domain, 'options'>,
  language: Language,
  requestedZone: string,
): Writer {
  const { zone, timeOf } = zonedTime(requestedZone);
  return { language, zone, timeOf, costOf: createToUsd({ options }) };
}

type ColumnName = keyof (typeof texts)['zh']['logs']['columns'];
const columnTitle =
  (name: ColumnName) =>
  ({ language }: Writer) =>
    texts[language].logs.columns[name];
type ExtraName = keyof (typeof texts)['zh']['logs']['export']['columns'];
const extra =
  (name: ExtraName) =>
  ({ language }: Writer) =>
    texts[language].logs.export.columns[name];
const numberOf = (value: unknown) => (typeof value === 'number' ? value : '');
const isCall = ({ type }: PresentedLog) => type === LOG_CONSUME || type === LOG_ERROR;

/** Returns what a row cost; negative for a refund, so that the column sums to the amount spent. */
const spentBy = ({ quota }: PresentedLog, { event, quota: refunded }: Record<string, unknown>) =>
  event === 'task_refunded' && typeof refunded === 'number' ? -refunded : quota;

const COLUMNS: readonly CsvColumn[] = [
  {
    header: ({ language, zone }) => `${texts[language].logs.columns.time} (${zone})`,
    cell: ({ created_at }, { timeOf }) => timeOf(created_at),
  },
  { header: extra('request'), cell: ({ request_id }) => request_id },
  {
    header: columnTitle('type'),
    cell: ({ type }, { language }) => texts[language].logs.types[TYPES[type] ?? 'other'],
  },
  { header: extra('channelId'), cell: ({ channel }) => channel || '', adminOnly: true },
  { header: columnTitle('channel'), cell: ({ channel_name }) => channel_name, adminOnly: true },
  { header: extra('userId'), cell: ({ user_id }) => user_id, adminOnly: true },
  { header: columnTitle('user'), cell: ({ username }) => username, adminOnly: true },
  { header: columnTitle('token'), cell: ({ token_name }) => token_name },
  { header: columnTitle('group'), cell: ({ group }) => group },
  { header: columnTitle('model'), cell: ({ model_name }) => model_name },
  {
    header: extra('stream'),
    cell: (row, { language }) =>
      isCall(row) ? texts[language].logs[row.is_stream ? 'stream' : 'whole'] : '',
  },
  { header: extra('seconds'), cell: (row) => (isCall(row) ? row.use_time : '') },
  { header: extra('firstToken'), cell: (_row, _writer, { frt }) => numberOf(frt) },
  { header: columnTitle('prompt'), cell: (row) => (isCall(row) ? row.prompt_tokens : '') },
  { header: extra('cached'), cell: (_row, _writer, other) => numberOf(other.cache_tokens) },
  { header: columnTitle('completion'), cell: (row) => (isCall(row) ? row.completion_tokens : '') },
  { header: extra('quota'), cell: (row, _writer, other) => spentBy(row, other) },
  { header: extra('usd'), cell: (row, { costOf }, other) => costOf(spentBy(row, other)) },
  { header: extra('ratio'), cell: (_row, _writer, other) => numberOf(other.group_ratio) },
  { header: columnTitle('details'), cell: ({ content }) => content },
];
