import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { timestamp } from '../paging.ts';

export const USAGE_SPANS = ['hour', 'day', 'week'] as const;
export type UsageSpan = (typeof USAGE_SPANS)[number];

const HOURS_AWAY_MAX = 14;

/**
 * Both ends are inclusive. The end defaults to now, the start to what the span shows by default. A window
 * longer than the span allows is cut at its older end.
 */
const usageQuery = {
  start_timestamp: timestamp,
  end_timestamp: timestamp,
  default_time: z.enum(USAGE_SPANS).catch('hour'),
  /** Seconds that the reader's time zone is ahead of UTC: decides where days and weeks begin. */
  utc_offset: z.coerce
    .number()
    .int()
    .min(-HOURS_AWAY_MAX * 3600)
    .max(HOURS_AWAY_MAX * 3600)
    .catch(0),
};

/** Totals of a model's calls in one hour, day or week. */
export const usagePoint = z.object({
  model_name: z.string(),
  /** Its first second. */
  created_at: z.number().int(),
  quota: z.number().int(),
  count: z.number().int(),
  token_used: z.number().int(),
});
export type UsagePoint = z.output<typeof usagePoint>;

/** Statistics of calls over time; refused while the dashboard is turned off. */
export const usageEndpoints = {
  getUsage: endpoint({
    method: 'GET',
    path: '/api/data/',
    access: 'admin',
    scope: 'logs:read',
    summary: 'Usage by time and model, of all users or one',
    summaryZh: '按时间和模型统计的用量：全部用户或单个用户',
    query: z.object({ ...usageQuery, username: z.string().trim().max(200).catch('') }),
    data: z.array(usagePoint),
  }),
  getOwnUsage: endpoint({
    method: 'GET',
    path: '/api/data/self/',
    access: 'user',
    scope: 'logs:read',
    team: 'admin',
    summary: 'Your usage by time and model',
    summaryZh: '自己按时间和模型统计的用量',
    query: z.object(usageQuery),
    data: z.array(usagePoint),
  }),
};
