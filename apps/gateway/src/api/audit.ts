import { endpoints } from '@tollgate/contract';
import {
  exportAuditCsv,
  exportAuditLines,
  searchAudit,
  toAuditFilter,
} from '../domain/audit/read-audit.ts';
import { callerOf, implement, Streamed } from './context.ts';

export const auditRoutes = [
  implement(endpoints.listAudit, async (call) => {
    const { domain, query } = call;
    const page = { page: query.p, pageSize: query.page_size };
    const { user } = callerOf(call);
    const rows = await searchAudit(domain, user, toAuditFilter(query, user), page);
    return {
      items: rows.items,
      page: rows.page,
      page_size: rows.pageSize,
      total: rows.total,
      total_is_exact: rows.totalIsExact,
    };
  }),
  implement(endpoints.exportAudit, async (call) => {
    const { domain, query, language } = call;
    const { role } = callerOf(call).user;
    const reader = { role, language, timeZone: query.time_zone };
    return new Streamed(exportAuditCsv(domain, reader, toAuditFilter(query, reader)), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="tollgate-audit.csv"',
    });
  }),
  implement(endpoints.exportAuditLines, async (call) => {
    const { user } = callerOf(call);
    const filter = toAuditFilter(call.query, user);
    return new Streamed(exportAuditLines(call.domain, user, filter), {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="tollgate-audit.ndjson"',
    });
  }),
];
