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
  register: z.boolean(),
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

export const statusEndpoints = {
  getStatus: endpoint({
    method: 'GET',
    path: '/api/status',
    access: 'public',
    summary: 'Public facts about this site',
    data: statusEntity,
  }),
  getNotice: endpoint({
    method: 'GET',
    path: '/api/notice',
    access: 'public',
    summary: 'Notice text',
    data: z.string(),
  }),
  getAbout: endpoint({
    method: 'GET',
    path: '/api/about',
    access: 'public',
    summary: 'Content of the About page',
    data: z.string(),
  }),
  getHomePageContent: endpoint({
    method: 'GET',
    path: '/api/home_page_content',
    access: 'public',
    summary: 'Content of the home page',
    data: z.string(),
  }),
};
