import {
  AUDIT_CREDENTIALS,
  type AuditChange,
  type AuditEntry,
  auditChange,
  findOption,
} from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { z } from 'zod';
import { parseJson } from '../../platform/parse-json.ts';
import {
  type AuditFilter,
  type AuditRow,
  listAuditRows,
  listAuditRowsBefore,
} from '../../store/audit-repository.ts';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';
import { BYTE_ORDER_MARK, csvLine } from '../log/csv-line.ts';
import { zonedTime } from '../log/zoned-time.ts';
import { auditWords } from './audit-words.ts';

const ROWS_AT_ONCE = 200;
const storedChanges = z.array(auditChange).catch([]);
const storedCredential = z.enum(AUDIT_CREDENTIALS).catch('session');

/** The reader; IP addresses of users above their role are omitted. */
interface Reader {
  role: number;
}

/** Translates a reader's request to a filter. */
export function toAuditFilter(
  query: {
    actor: string;
    action: string;
    subject: string;
    object_id: string;
    keyword: string;
    start_timestamp: number;
    end_timestamp: number;
  },
  { role: readerRole }: Reader,
): AuditFilter {
  const { object_id: objectId, start_timestamp: start, end_timestamp: end, ...rest } = query;
  const { actor, action, subject, keyword } = rest;
  return { actor, action, subject, keyword, readerRole, objectId, start, end };
}

/** Returns one page, newest first. */
export async function searchAudit(
  { store }: Pick<Domain, 'store'>,
  reader: Reader,
  filter: AuditFilter,
  page: { page: number; pageSize: number },
) {
  const entries = await listAuditRows(store.reader, filter, page);
  return { ...entries, items: entries.items.map((row) => presentEntry(row, reader)) };
}

/** Exports all matches as JSON lines, newest first, read as it is consumed. */
export async function* exportAuditLines(
  domain: Pick<Domain, 'store'>,
  reader: Reader,
  filter: AuditFilter,
): AsyncGenerator<string> {
  for await (const entries of readAll(domain, reader, filter))
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

/** Exports all matches as CSV, newest first, read as it is consumed. */
export async function* exportAuditCsv(
  domain: Pick<Domain, 'store'>,
  reader: Reader & { language: Language; timeZone: string },
  filter: AuditFilter,
): AsyncGenerator<string> {
  const { zone, timeOf } = zonedTime(reader.timeZone);
  const words = auditWords(reader.language);
  const { time, actor, ip, action, object, reason, changes } = texts[reader.language].audit.columns;
  yield (
    BYTE_ORDER_MARK + csvLine([`${time} (${zone})`, actor, ip, action, object, reason, changes])
  );
  for await (const entries of readAll(domain, reader, filter))
    yield entries
      .map((entry) =>
        csvLine([
          timeOf(entry.created_at),
          `${entry.actor_name} (${entry.actor_id})`,
          entry.ip,
          words.action(entry),
          [words.subject(entry), entry.object_id, entry.object_name].filter(Boolean).join(' '),
          entry.reason,
          entry.changes
            .map(({ field, from, to }) =>
              [
                `${words.field(entry, field)}:`,
                from,
                from === undefined ? undefined : '→',
                to ?? '',
              ]
                .filter((part) => part !== undefined)
                .join(' '),
            )
            .join('\n'),
        ]),
      )
      .join('');
}

async function* readAll(
  { store }: Pick<Domain, 'store'>,
  reader: Reader,
  filter: AuditFilter,
): AsyncGenerator<AuditEntry[]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await listAuditRowsBefore(store.reader, filter, { before, limit: ROWS_AT_ONCE });
    if (rows.length > 0) yield rows.map((row) => presentEntry(row, reader));
    const last = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE || !last) return;
    before = Number(last.id);
  }
}

function presentEntry(row: AuditRow, { role }: Reader): AuditEntry {
  return {
    ...row,
    id: Number(row.id),
    created_at: Number(row.created_at),
    actor_id: Number(row.actor_id),
    ip: row.actor_role > role ? '' : row.ip,
    credential: storedCredential.parse(row.credential),
    changes: storedChanges
      .parse(parseJson(row.changes))
      .map((change) => (isQuota(row.subject, change) ? { ...change, is_quota: true } : change)),
  };
}

const isWhole = (value: string | undefined) => value === undefined || /^-?\d*$/.test(value);

/** Whether a change is one of quota, by the kind of object and the name of the field. */
function isQuota(subject: string, { field, from, to }: AuditChange): boolean {
  if (!isWhole(from) || !isWhole(to)) return false;
  if (subject === 'option') return findOption(field)?.isQuota === true;
  return subject === 'payout' ? field === 'amount' : /(^|[._])quota$/.test(field);
}
