import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { timestamp } from '../paging.ts';
import {
  balanceForecast,
  OWN_USAGE_DIMENSIONS,
  USAGE_DIMENSIONS,
  USAGE_MEASURES,
  USAGE_PIECES,
  usageNow,
  usageReport,
} from '../entities/usage-report.ts';

const ZONE_LENGTH_MAX = 64;

/**
 * Both ends are inclusive, at most 366 days apart; the last 24 hours by default. Ends are widened to whole
 * quarters of an hour. The interval defaults to one that suits the range.
 */
const range = {
  start: timestamp,
  end: timestamp,
  /** Start of the range to compare with; 0 for none. */
  before_start: timestamp,
  before_end: timestamp,
  /** IANA name; an unknown one means UTC. */
  time_zone: z.string().max(ZONE_LENGTH_MAX).catch('UTC'),
  piece: z.enum(['', ...USAGE_PIECES]).catch(''),
  measure: z.enum(USAGE_MEASURES).catch('spend'),
  /** Rows in the breakdown. */
  limit: z.coerce.number().int().min(1).max(100).catch(10),
};

const ofAll = {
  ...range,
  by: z.enum(USAGE_DIMENSIONS).catch('model'),
  /** Restricts the report to one user, then broken down by model or key; 0 for all. */
  user_id: z.coerce.number().int().min(0).catch(0),
};
const ofOwner = { ...range, by: z.enum(OWN_USAGE_DIMENSIONS).catch('model') };

/**
 * Usage in any range: figures, their course over time, and a breakdown. Refused while the dashboard is turned
 * off.
 */
export const usageReportEndpoints = {
  getUsageReport: endpoint({
    method: 'GET',
    path: '/api/data/report',
    access: 'admin',
    scope: 'logs:read',
    summary: 'Spend, revenue, calls, errors and latency of a range, over time and by dimension',
    summaryZh: '时段内的消费、收入、调用、错误与延迟，按时间和维度',
    query: z.object(ofAll),
    data: usageReport,
  }),
  getOwnUsageReport: endpoint({
    method: 'GET',
    path: '/api/data/self/report',
    access: 'user',
    scope: 'logs:read',
    team: 'admin',
    summary: 'Your spend, calls, errors and latency of a range, over time and by model or key',
    summaryZh: '自己在时段内的消费、调用、错误与延迟，按时间以及模型或令牌',
    query: z.object(ofOwner),
    data: usageReport,
  }),
  exportUsage: endpoint({
    method: 'GET',
    path: '/api/data/export',
    access: 'admin',
    scope: 'logs:read',
    summary: 'Usage of a range as CSV, one line per interval and key',
    summaryZh: '以 CSV 导出时段用量，每个时间段和维度值一行',
    streams: 'csv',
    query: z.object(ofAll),
    data: z.string(),
  }),
  exportOwnUsage: endpoint({
    method: 'GET',
    path: '/api/data/self/export',
    access: 'user',
    scope: 'logs:read',
    team: 'admin',
    summary: 'Your usage of a range as CSV, one line per interval and key',
    summaryZh: '以 CSV 导出自己的时段用量，每个时间段和维度值一行',
    streams: 'csv',
    query: z.object(ofOwner),
    data: z.string(),
  }),
  getUsageNow: endpoint({
    method: 'GET',
    path: '/api/data/now',
    access: 'admin',
    scope: 'logs:read',
    summary: 'Calls and tokens of the last minute, and the trend of the last day',
    summaryZh: '最近一分钟的调用数和 Token 数，以及最近一天的走势',
    data: usageNow,
  }),
  getBalanceForecast: endpoint({
    method: 'GET',
    path: '/api/data/self/forecast',
    access: 'user',
    scope: 'logs:read',
    team: 'admin',
    summary: 'How long your balance lasts at the pace of the last 7 days',
    summaryZh: '按最近 7 天的消费速度，余额可用多久',
    query: z.object({ time_zone: range.time_zone }),
    data: balanceForecast,
  }),
};
