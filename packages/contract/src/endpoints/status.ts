import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  PAYMENT_PROVIDER_IDS,
  paymentProviderTable,
  type PaymentStatusFlag,
} from '../payment-providers.ts';

const paymentFlags = Object.fromEntries(
  PAYMENT_PROVIDER_IDS.map((id) => [paymentProviderTable[id].status, z.boolean()]),
) as Record<PaymentStatusFlag, z.ZodBoolean>;

/** The public facts that the console needs before anybody signs in. Never a secret. */
export const statusEntity = z.object({
  version: z.string(),
  start_time: z.number().int(),
  system_name: z.string(),
  logo: z.string(),
  footer_html: z.string(),
  quota_per_unit: z.number(),
  display_in_currency: z.boolean(),
  enable_drawing: z.boolean(),
  enable_task: z.boolean(),
  enable_data_export: z.boolean(),
  chats: z.array(z.record(z.string(), z.string())),
  data_export_default_time: z.string(),
  /** Minutes. */
  data_export_interval: z.number().int(),
  default_collapse_sidebar: z.boolean(),
  mj_notify_enabled: z.boolean(),
  chat_link: z.string(),
  chat_link2: z.string(),
  email_verification: z.boolean(),
  turnstile_check: z.boolean(),
  turnstile_site_key: z.string(),
  github_oauth: z.boolean(),
  github_client_id: z.string(),
  linuxdo_oauth: z.boolean(),
  linuxdo_client_id: z.string(),
  wechat_login: z.boolean(),
  wechat_qrcode: z.string(),
  telegram_oauth: z.boolean(),
  telegram_bot_name: z.string(),
  top_up_link: z.string(),
  min_topup: z.number(),
  price: z.number(),
  ...paymentFlags,
  server_address: z.string(),
  live_airwallex: z.boolean(),
  password_login: z.boolean(),
  register: z.boolean(),
});
export type Status = z.output<typeof statusEntity>;

export const statusEndpoints = {
  getStatus: endpoint({
    method: 'GET',
    path: '/api/status',
    access: 'public',
    summary: 'Public facts of this server',
    data: statusEntity,
  }),
  getNotice: endpoint({
    method: 'GET',
    path: '/api/notice',
    access: 'public',
    summary: 'The notice text',
    data: z.string(),
  }),
  getAbout: endpoint({
    method: 'GET',
    path: '/api/about',
    access: 'public',
    summary: 'The content of the about page',
    data: z.string(),
  }),
  getHomePageContent: endpoint({
    method: 'GET',
    path: '/api/home_page_content',
    access: 'public',
    summary: 'The content of the home page',
    data: z.string(),
  }),
};
