import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  balanceForecast,
  USAGE_DIMENSIONS,
  USAGE_MEASURES,
  USAGE_PIECES,
  usageNow,
  usageReport,
} from '../entities/usage-report.ts';

const TIMESTAMP_MAX = 253_402_300_799;
const timestamp = z.coerce.number().int().min(0).max(TIMESTAMP_MAX).catch(0);
const ZONE_LENGTH_MAX = 64;

/**
 * Both ends included, at most 366 days; without them the last 24 hours. Ends move out to whole quarters of
 * an hour. Without a piece it is the one that suits the range.
 */
const range = {
  start: timestamp,
  end: timestamp,
  /** What is compared with; 0 for nothing. */
  before_start: timestamp,
  before_end: timestamp,
  /** IANA name; an unknown one means UTC. */
  time_zone: z.string().max(ZONE_LENGTH_MAX).catch('UTC'),
  piece: z.enum(['', ...USAGE_PIECES]).catch(''),
  measure: z.enum(USAGE_MEASURES).catch('spend'),
  /** Rows of the breakdown. */
  limit: z.coerce.number().int().min(1).max(100).catch(10),
};

const ofAll = {
  ...range,
  by: z.enum(USAGE_DIMENSIONS).catch('model'),
  /** One user only, then by model or key; 0 for all. */
  user_id: z.coerce.number().int().min(0).catch(0),
};
const ofOwner = { ...range, by: z.enum(['model', 'key']).catch('model') };

/** What calls come to in any range: figures, their course, and a breakdown. Refused while the dashboard is turned off. */
export const usageReportEndpoints = {
  getUsageReport: endpoint({
    method: 'GET',
    path: '/api/data/report',
    access: 'admin',
    summary: 'Spend, revenue, calls, errors and latency of a range, over time and by dimension',
    query: z.object(ofAll),
    data: usageReport,
  }),
  getOwnUsageReport: endpoint({
    method: 'GET',
    path: '/api/data/self/report',
    access: 'user',
    summary: 'Your spend, calls, errors and latency of a range, over time and by model or key',
    query: z.object(ofOwner),
    data: usageReport,
  }),
  exportUsage: endpoint({
    method: 'GET',
    path: '/api/data/export',
    access: 'admin',
    summary: 'Usage of a range as CSV, one line per interval and key',
    streams: 'csv',
    query: z.object(ofAll),
    data: z.string(),
  }),
  exportOwnUsage: endpoint({
    method: 'GET',
    path: '/api/data/self/export',
    access: 'user',
    summary: 'Your usage of a range as CSV, one line per interval and key',
    streams: 'csv',
    query: z.object(ofOwner),
    data: z.string(),
  }),
  getUsageNow: endpoint({
    method: 'GET',
    path: '/api/data/now',
    access: 'admin',
    summary: 'Calls and tokens of the last minute, and the trend of the last day',
    data: usageNow,
  }),
  getBalanceForecast: endpoint({
    method: 'GET',
    path: '/api/data/self/forecast',
    access: 'user',
    summary: 'How long your balance lasts at the pace of the last 7 days',
    query: z.object({ time_zone: range.time_zone }),
    data: balanceForecast,
  }),
};
