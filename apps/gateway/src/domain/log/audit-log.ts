import { isErrorCode, LOG_ERROR, LOG_MANAGE, LOG_SYSTEM, LOG_TOPUP } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { insertLog } from '../../store/logs-repository.ts';
import type { Db } from '../../store/schema.ts';
import type { ErrorParams } from '../../platform/app-error.ts';
import { type Language, readReason, translateError } from '../error-texts.ts';
import { fillIn } from '../../platform/fill-in.ts';
import { eventRow } from './event-row.ts';
import { describeGrant } from './grant-log.ts';
import { describeTopup } from './topup-log.ts';

/** Recorded actions of administrators; the texts are `logs.events.<event>`. */
export type AuditEvent = keyof (typeof texts)['zh']['logs']['events'];

export interface AuditEntry {
  event: AuditEvent;
  params?: Record<string, string | number>;
  /** Who did it; shown to administrators only. */
  actor: { id: number; username: string };
  /** Unix seconds. */
  at: number;
}

interface StoredNote {
  event: string;
  params: Record<string, string | number>;
  admin_info: { use_channel: string[]; actor: string };
}

/** Writes a row of type 3 to the log of the user concerned. */
export async function recordAuditEvent(
  db: Db,
  user: { id: number; username: string },
  { event, params = {}, actor, at }: AuditEntry,
): Promise<void> {
  const note: StoredNote = {
    event,
    params,
    admin_info: { use_channel: [], actor: `${actor.username} (${actor.id})` },
  };
  await insertLog(db, {
    ...eventRow(LOG_MANAGE, user, at),
    content: describe(note, 'en') ?? '',
    other: JSON.stringify(note),
  });
}

/** Returns the text of a log row in the reader's language; rows that are not notes keep their content. */
export function describeLogRow(
  row: { type: number; content: string; other: string },
  language: Language,
): string {
  if (row.other === '') return row.content;
  if (row.type === LOG_MANAGE)
    return describe(JSON.parse(row.other) as Partial<StoredNote>, language) ?? row.content;
  if (row.type === LOG_TOPUP)
    return describeTopup(JSON.parse(row.other) as object, language) ?? row.content;
  if (row.type === LOG_SYSTEM)
    return describeSystem(JSON.parse(row.other) as object, language) ?? row.content;
  if (row.type === LOG_ERROR)
    return describeFailure(JSON.parse(row.other) as object, language) ?? row.content;
  return row.content;
}

/**
 * Describes why a call failed, if the reason is the gateway's own: by its code, independently of the caller's
 * language.
 */
function describeFailure(
  { reason }: { reason?: { code: string; params: ErrorParams } },
  language: Language,
): string | undefined {
  if (!reason || !isErrorCode(reason.code)) return undefined;
  return translateError(reason.code, reason.params, language);
}

function describeSystem(event: object, language: Language): string | undefined {
  return describeGrant(event, language) ?? describeNotice(event, language);
}

/** What the gateway did to a channel on its own, as stored in its log row. */
interface StoredNotice {
  event: string;
  channel_id: number;
  channel_name: string;
  reason: string;
}

function describeNotice(notice: Partial<StoredNotice>, language: Language): string | undefined {
  const { notices } = texts[language].channels;
  const { event = '', channel_id: id = 0, channel_name: name = '', reason = '' } = notice;
  if (!Object.hasOwn(notices, event)) return undefined;
  const template = notices[event as keyof typeof notices];
  return fillIn(template, { id, name, reason: readReason(reason, language) });
}

function describe(note: Partial<StoredNote>, language: Language): string | undefined {
  const { events } = texts[language].logs;
  if (note.event === undefined || !Object.hasOwn(events, note.event)) return undefined;
  const text = fillIn(events[note.event as AuditEvent], note.params ?? {});
  const actor = note.admin_info?.actor;
  return actor === undefined ? text : fillIn(texts[language].logs.event_by, { text, actor });
}
