import { AUDIT_SUBJECTS, pageNumber, PAGE_SIZE_MAX } from '@tollgate/contract';
import { z } from 'zod';
import { unixSeconds } from '../../server-clock.ts';
import { RANGE_PRESETS, rangeOfPreset } from '../../ui/filters/date-range.ts';

const text = z.string().catch('');
const seconds = z.coerce.number().int().min(0).catch(0);

/** The query parameters of the audit log. 0 and empty mean: not set. */
export const auditQuery = z.object({
  p: pageNumber,
  page_size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).catch(50),
  keyword: text,
  actor: text,
  action: text,
  subject: z.enum(['', ...AUDIT_SUBJECTS]).catch(''),
  object_id: text,
  /** Empty if given by start and end. */
  range: z.enum(['', ...RANGE_PRESETS]).catch('30d'),
  start_timestamp: seconds,
  end_timestamp: seconds,
  /** The entry that is open next to the list. */
  id: seconds,
});
export type AuditQuery = z.output<typeof auditQuery>;

export const NO_FILTERS = {
  keyword: '',
  actor: '',
  action: '',
  subject: '',
  object_id: '',
  p: 1,
} as const;

export function isFiltered({ keyword, actor, action, subject, object_id, p }: AuditQuery): boolean {
  return [keyword, actor, action, subject, object_id].some((value) => value !== '') || p !== 1;
}

/** Counts the active filters, apart from the search. */
export const countFilters = ({ actor, action, subject, object_id }: AuditQuery): number =>
  [actor, action, subject, object_id].filter((value) => value !== '').length;

/** Returns the range of a query at a given time in seconds. */
export function rangeOf(
  { range, start_timestamp, end_timestamp }: AuditQuery,
  moment = unixSeconds(),
) {
  return range === ''
    ? { start: start_timestamp, end: end_timestamp }
    : rangeOfPreset(range, moment);
}

/** Returns the filter to send to the server. */
export function toFilter(query: AuditQuery) {
  const { keyword, actor, action, subject, object_id } = query;
  const { start, end } = rangeOf(query);
  return { keyword, actor, action, subject, object_id, start_timestamp: start, end_timestamp: end };
}
