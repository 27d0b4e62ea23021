import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { auditEntry } from '../entities/audit.ts';
import { pageNumber, pageOf, pageSize } from '../paging.ts';

/** The end of the year 9999. */
const TIMESTAMP_MAX = 253_402_300_799;
const timestamp = z.coerce.number().int().min(0).max(TIMESTAMP_MAX).catch(0);
const text = z.string().trim().max(200).catch('');

/** Empty and 0 mean: no filter. */
export const auditFilter = {
  /** Id or name of who acted. */
  actor: text,
  action: text,
  subject: text,
  object_id: text,
  /** Part of the object's name or of the reason. */
  keyword: text,
  start_timestamp: timestamp,
  end_timestamp: timestamp,
};

export const auditEndpoints = {
  listAudit: endpoint({
    method: 'GET',
    path: '/api/audit/',
    access: 'admin',
    summary: 'Administrative actions, newest first, with secrets masked',
    query: z.object({ p: pageNumber, page_size: pageSize, ...auditFilter }),
    data: pageOf(auditEntry),
  }),
  exportAudit: endpoint({
    method: 'GET',
    path: '/api/audit/export',
    access: 'admin',
    summary: 'All matching audit log entries as CSV, newest first',
    streams: 'csv',
    query: z.object({ ...auditFilter, time_zone: z.string().trim().max(64).catch('') }),
    data: z.string(),
  }),
  exportAuditLines: endpoint({
    method: 'GET',
    path: '/api/audit/export.ndjson',
    access: 'admin',
    summary: 'All matching audit log entries as NDJSON, newest first',
    streams: 'lines',
    query: z.object(auditFilter),
    data: auditEntry,
  }),
};
