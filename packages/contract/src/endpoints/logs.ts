import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { LOG_STATUSES, logCourse, logEntity, logStat } from '../entities/log.ts';
import { pageNumber, pageOf, pageSize, TIMESTAMP_MAX, timestamp } from '../paging.ts';

const exactText = z.string().trim().max(200).catch('');

/** 0 and empty mean: no filter. Without a start only the last 3 days are read, never all history. */
const ownFilter = {
  /** Types that only other gateways have, such as 6 and 7 of new-api, match nothing. */
  type: z.coerce.number().int().min(0).max(99).catch(0),
  /** How a call ended, whatever the type of its row. */
  status: z.enum(['', ...LOG_STATUSES]).catch(''),
  token_name: exactText,
  model_name: exactText,
  start_timestamp: timestamp,
  end_timestamp: timestamp,
  group: exactText,
  request_id: exactText,
};
const adminFilter = {
  ...ownFilter,
  username: exactText,
  channel: z.coerce.number().int().min(0).catch(0),
};
/** Part of a key's or model's name; for administrators also a user's full name. */
const searching = { keyword: exactText };
const paging = { p: pageNumber, page_size: pageSize };
/** IANA name of the zone that times are written in; an unknown one means UTC. */
const inZone = { time_zone: z.string().trim().max(64).catch('') };
/**
 * Rows after this id; 0 means from now on. Rows may be repeated when a stream resumes after a response's id.
 */
const following = {
  after_id: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).catch(0),
};

/** `rows_since`: while the log store is unavailable, only rows from this time on (seconds) are listed. */
const logPage = pageOf(logEntity).extend({ rows_since: z.number().int().optional() });

export const logEndpoints = {
  listLogs: endpoint({
    method: 'GET',
    path: '/api/log/',
    access: 'admin',
    scope: 'logs:read',
    summary: 'Log entries of all users',
    summaryZh: '所有用户的日志',
    query: z.object({ ...paging, ...searching, ...adminFilter }),
    data: logPage,
  }),
  listOwnLogs: endpoint({
    method: 'GET',
    path: '/api/log/self/',
    access: 'user',
    scope: 'logs:read',
    team: 'member',
    summary: 'Your log entries',
    summaryZh: '自己的日志',
    query: z.object({ ...paging, ...searching, ...ownFilter }),
    data: logPage,
  }),
  getLogStat: endpoint({
    method: 'GET',
    path: '/api/log/stat',
    access: 'admin',
    scope: 'logs:read',
    summary: 'Quota spent in the period; calls and tokens of the last 60 seconds',
    summaryZh: '时段内消费的额度，以及最近 60 秒的调用数和 Token 数',
    query: z.object(adminFilter),
    data: logStat,
  }),
  getOwnLogStat: endpoint({
    method: 'GET',
    path: '/api/log/self/stat',
    access: 'user',
    scope: 'logs:read',
    team: 'member',
    summary: 'Quota you spent in the period; your calls and tokens of the last 60 seconds',
    summaryZh: '自己在时段内消费的额度，以及最近 60 秒的调用数和 Token 数',
    query: z.object(ownFilter),
    data: logStat,
  }),
  getLogCourse: endpoint({
    method: 'GET',
    path: '/api/log/course',
    access: 'admin',
    scope: 'logs:read',
    summary: 'Succeeded and failed calls over time',
    summaryZh: '成功与失败调用的走势',
    query: z.object(adminFilter),
    data: logCourse,
  }),
  getOwnLogCourse: endpoint({
    method: 'GET',
    path: '/api/log/self/course',
    access: 'user',
    scope: 'logs:read',
    team: 'member',
    summary: 'Your succeeded and failed calls over time',
    summaryZh: '自己成功与失败调用的走势',
    query: z.object(ownFilter),
    data: logCourse,
  }),
  exportLogCsv: endpoint({
    method: 'GET',
    path: '/api/log/export',
    access: 'admin',
    scope: 'logs:read',
    summary: 'All matching log entries as CSV, newest first',
    summaryZh: '以 CSV 导出符合条件的日志，最新在前',
    streams: 'csv',
    query: z.object({ ...adminFilter, ...inZone }),
    data: z.string(),
  }),
  exportOwnLogs: endpoint({
    method: 'GET',
    path: '/api/log/self/export',
    access: 'user',
    scope: 'logs:read',
    team: 'member',
    summary: 'All your matching log entries as CSV, newest first',
    summaryZh: '以 CSV 导出自己符合条件的日志，最新在前',
    streams: 'csv',
    query: z.object({ ...ownFilter, ...inZone }),
    data: z.string(),
  }),
  followLogs: endpoint({
    method: 'GET',
    path: '/api/log/follow',
    access: 'admin',
    scope: 'logs:read',
    summary: 'New matching log entries as they arrive (server-sent events), for half a minute',
    summaryZh: '实时推送符合条件的新日志（SSE），持续半分钟',
    streams: 'events',
    query: z.object({ ...adminFilter, ...following }),
    data: z.array(logEntity),
  }),
  followOwnLogs: endpoint({
    method: 'GET',
    path: '/api/log/self/follow',
    access: 'user',
    scope: 'logs:read',
    team: 'member',
    summary: 'Your new matching log entries as they arrive (server-sent events), for half a minute',
    summaryZh: '实时推送自己符合条件的新日志（SSE），持续半分钟',
    streams: 'events',
    query: z.object({ ...ownFilter, ...following }),
    data: z.array(logEntity),
  }),
  deleteLogs: endpoint({
    method: 'DELETE',
    path: '/api/log/',
    access: 'admin',
    scope: 'logs:write',
    audit: 'log',
    summary:
      'Delete log entries before a time; the ledger is not affected. After 20 seconds it returns what is deleted so far (`running`) and continues in the background',
    summaryZh:
      '删除某时间之前的日志，账本不受影响；超过 20 秒则返回已删除的数量（`running`），并在后台继续',
    query: z.object({
      target_timestamp: z.coerce
        .number({ error: 'log_time_required' })
        .int()
        .min(1, 'log_time_required')
        .max(TIMESTAMP_MAX, 'log_time_required'),
    }),
    data: z.number().int(),
    /** `running`: the deletion continues in the background. */
    extras: z.object({ running: z.boolean() }),
  }),
};
