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

/** Members that no single option shows; one of the same name as an option's overrides it. */
const computedStatus = {
  version: z.string(),
  start_time: z.number().int(),
  /** Whether anybody can make an account: with a password or with an account elsewhere. */
  register: z.boolean(),
  password_register: z.boolean(),
  ...paymentFlags,
};

/**
 * The public facts that the console needs before anybody signs in: the options whose entry names a
 * `status` member, and what is computed. Never a secret.
 */
export const statusEntity = z.object({ ...statusOptions, ...computedStatus });
export type Status = z.output<typeof statusEntity>;
/** What the gateway computes; all other members are options. */
export type ComputedStatus = Pick<Status, keyof typeof computedStatus>;

/** How a model answered, by real calls. */
export const modelStatusEntity = z.object({
  model_name: z.string(),
  /** Of the calls of 30 days that reached a provider, the share that was answered; null where there were too few. */
  answered: z.number().nullable(),
  /** The same for each of these days (UTC), today last; null without calls. */
  days: z.array(z.number().nullable()),
  /** The median until the first token in the last hour, in milliseconds. */
  first_token_ms: z.number().int().nullable(),
});
export type ModelStatus = z.output<typeof modelStatusEntity>;

/** How the models of a site answered. Calls that failed by a fault of their caller do not count. */
export const serviceStatusEntity = z.object({
  answered: z.number().nullable(),
  /** When the first of the days began, in seconds. */
  first_day: z.number().int(),
  /** The share that all models together answered on each day, today last; null without calls. */
  days: z.array(z.number().nullable()),
  /** Whether a call that fails is sent to another channel, and some model has another one. */
  failover: z.boolean(),
  /** Of those that the caller sees in the price list, those that were called. */
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
