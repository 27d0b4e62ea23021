import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { auditEntry } from '../entities/audit.ts';
import { pageNumber, pageOf, pageSize, timestamp } from '../paging.ts';

const text = z.string().trim().max(200).catch('');

/** Empty and 0 mean: no filter. */
export const auditFilter = {
  /** Id or name of the actor. */
  actor: text,
  action: text,
  subject: text,
  object_id: text,
  /** Part of the object's name, the reason, or a changed field or value; or a whole IP address. */
  keyword: text,
  start_timestamp: timestamp,
  end_timestamp: timestamp,
};

export const auditEndpoints = {
  listAudit: endpoint({
    method: 'GET',
    path: '/api/audit/',
    access: 'admin',
    scope: 'audit:read',
    summary: 'Administrative actions, newest first, with secrets masked',
    summaryZh: '管理操作，最新在前，密钥已隐藏',
    query: z.object({ p: pageNumber, page_size: pageSize, ...auditFilter }),
    data: pageOf(auditEntry),
  }),
  exportAudit: endpoint({
    method: 'GET',
    path: '/api/audit/export',
    access: 'admin',
    scope: 'audit:read',
    summary: 'All matching audit log entries as CSV, newest first',
    summaryZh: '以 CSV 导出符合条件的审计记录，最新在前',
    streams: 'csv',
    query: z.object({ ...auditFilter, time_zone: z.string().trim().max(64).catch('') }),
    data: z.string(),
  }),
  exportAuditLines: endpoint({
    method: 'GET',
    path: '/api/audit/export.ndjson',
    access: 'admin',
    scope: 'audit:read',
    summary: 'All matching audit log entries as NDJSON, newest first',
    summaryZh: '以 NDJSON 导出符合条件的审计记录，最新在前',
    streams: 'lines',
    query: z.object(auditFilter),
    data: auditEntry,
  }),
};
