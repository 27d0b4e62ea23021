import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { statusOptions } from '../options/registry.ts';
import {
  PAYMENT_PROVIDER_IDS,
  paymentProviderTable,
  type PaymentStatusFlag,
} from '../payment-providers.ts';

const paymentFlags = Object.fromEntries(
  PAYMENT_PROVIDER_IDS.map((id) => [paymentProviderTable[id].status, z.boolean()]),
) as Record<PaymentStatusFlag, z.ZodBoolean>;

/** Members not derived from a single option; one with the same name as an option's overrides it. */
const computedStatus = {
  version: z.string(),
  start_time: z.number().int(),
  /** Whether anyone can register: with a password or through a login provider. */
  register: z.boolean(),
  password_register: z.boolean(),
  /** Whether the site can send e-mail, which a forgotten password needs. */
  mail: z.boolean(),
  ...paymentFlags,
};

/**
 * Public facts the console needs before anyone signs in: options whose entry names a `status` member, and
 * computed members. Never a secret.
 */
export const statusEntity = z.object({ ...statusOptions, ...computedStatus });
export type Status = z.output<typeof statusEntity>;
/** The members the gateway computes; all others are options. */
export type ComputedStatus = Pick<Status, keyof typeof computedStatus>;

/** Availability of a model, measured from real calls. */
export const modelStatusEntity = z.object({
  model_name: z.string(),
  /**
   * Share of the calls of the last 30 days that reached a provider and were answered; null if there were too
   * few.
   */
  answered: z.number().nullable(),
  /** The same share for each of these days (UTC), today last; null without calls. */
  days: z.array(z.number().nullable()),
  /** Median time to the first token in the last hour, in milliseconds. */
  first_token_ms: z.number().int().nullable(),
});
export type ModelStatus = z.output<typeof modelStatusEntity>;

/** Availability of a site's models. Calls that failed through the caller's fault do not count. */
export const serviceStatusEntity = z.object({
  answered: z.number().nullable(),
  /** When the first of the days began, in seconds. */
  first_day: z.number().int(),
  /** Share of calls answered across all models on each day, today last; null without calls. */
  days: z.array(z.number().nullable()),
  /** Whether a failed call is retried on another channel, and at least one model has another one. */
  failover: z.boolean(),
  /** Models in the caller's price list that were called. */
  models: z.array(modelStatusEntity),
});
export type ServiceStatus = z.output<typeof serviceStatusEntity>;

export const statusEndpoints = {
  getServiceStatus: endpoint({
    method: 'GET',
    path: '/api/status/models',
    access: 'optional',
    scope: 'open',
    summary:
      'Model availability and latency over the last 30 days; null if turned off or not yet recorded for a whole day',
    summaryZh: '近 30 天各模型的响应情况；未开启或尚无一整天数据时为 null',
    data: serviceStatusEntity.nullable(),
  }),
  getStatus: endpoint({
    method: 'GET',
    path: '/api/status',
    access: 'public',
    scope: 'open',
    summary: 'Public facts about this site',
    summaryZh: '站点的公开信息',
    data: statusEntity,
  }),
  getNotice: endpoint({
    method: 'GET',
    path: '/api/notice',
    access: 'public',
    scope: 'open',
    summary: 'Notice text',
    summaryZh: '公告内容',
    data: z.string(),
  }),
  getAbout: endpoint({
    method: 'GET',
    path: '/api/about',
    access: 'public',
    scope: 'open',
    summary: 'Content of the About page',
    summaryZh: '“关于”页面的内容',
    data: z.string(),
  }),
  getHomePageContent: endpoint({
    method: 'GET',
    path: '/api/home_page_content',
    access: 'public',
    scope: 'open',
    summary: 'Content of the home page',
    summaryZh: '首页内容',
    data: z.string(),
  }),
};
