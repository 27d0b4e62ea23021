import { z } from 'zod';
import { idField } from './paging.ts';

/** Whose events they are: a user's own, or the site's, which administrators look after. */
export type NotificationScope = 'user' | 'site';

export interface NotificationEventEntry {
  readonly id: string;
  readonly scope: NotificationScope;
  /** What its texts may name, beside `site` and `username`. */
  readonly placeholders: readonly string[];
  /** What is compared with it; one that nobody set is `fallback`, or an option's. */
  readonly threshold?: {
    readonly unit: 'quota' | 'percent' | 'usd' | 'days';
    readonly fallback: number;
    /** What is in its place. */
    readonly option?: 'QuotaRemindThreshold' | 'KeyExpiryReminderDays';
  };
  /** Goes to the owner's e-mail address unless the owner says otherwise. */
  readonly mailed: boolean;
  /** The same about the same object is counted, not sent, for so long. Seconds. */
  readonly quietSeconds: number;
  /** Told once about an object, however long ago that was. */
  readonly once?: true;
}

const HOUR = 3600;

/** Nobody is told earlier that a key expires. */
export const KEY_EXPIRY_REMINDER_DAYS_MAX = 365;

/** Everything that people can be told of. Texts are `notifications.events.<id>`. */
export const notificationEvents = [
  {
    id: 'balance_low',
    scope: 'user',
    placeholders: ['balance', 'threshold', 'team'],
    threshold: { unit: 'quota', fallback: 0, option: 'QuotaRemindThreshold' },
    mailed: true,
    quietSeconds: 2 * HOUR,
  },
  {
    id: 'key_limit_near',
    scope: 'user',
    placeholders: ['key', 'left', 'percent', 'team'],
    threshold: { unit: 'percent', fallback: 10 },
    mailed: false,
    quietSeconds: 24 * HOUR,
  },
  {
    id: 'key_expiring',
    scope: 'user',
    placeholders: ['key', 'expires', 'team'],
    threshold: { unit: 'days', fallback: 0, option: 'KeyExpiryReminderDays' },
    mailed: true,
    quietSeconds: 0,
    once: true,
  },
  {
    id: 'topup_received',
    scope: 'user',
    placeholders: ['order', 'amount', 'credit'],
    mailed: false,
    quietSeconds: 0,
  },
  {
    id: 'order_failed',
    scope: 'user',
    placeholders: ['order', 'amount'],
    mailed: false,
    quietSeconds: HOUR,
  },
  {
    id: 'new_login',
    scope: 'user',
    placeholders: ['ip', 'device'],
    mailed: false,
    quietSeconds: HOUR,
  },
  {
    id: 'password_changed',
    scope: 'user',
    placeholders: ['ip'],
    mailed: true,
    quietSeconds: 0,
  },
  {
    id: 'announcement',
    scope: 'user',
    placeholders: ['text'],
    mailed: false,
    quietSeconds: 0,
  },
  {
    id: 'channel_disabled',
    scope: 'site',
    placeholders: ['id', 'name', 'reason'],
    mailed: true,
    quietSeconds: 600,
  },
  {
    id: 'channel_enabled',
    scope: 'site',
    placeholders: ['id', 'name'],
    mailed: true,
    quietSeconds: 600,
  },
  {
    id: 'upstream_balance_low',
    scope: 'site',
    placeholders: ['id', 'name', 'balance', 'threshold'],
    threshold: { unit: 'usd', fallback: 5 },
    mailed: false,
    quietSeconds: 12 * HOUR,
  },
  {
    id: 'error_rate_high',
    scope: 'site',
    placeholders: ['rate', 'failed', 'calls'],
    threshold: { unit: 'percent', fallback: 20 },
    mailed: false,
    quietSeconds: HOUR,
  },
  {
    id: 'ledger_mismatch',
    scope: 'site',
    placeholders: ['count'],
    mailed: true,
    quietSeconds: 12 * HOUR,
  },
  {
    id: 'job_failed',
    scope: 'site',
    placeholders: ['job', 'reason'],
    mailed: false,
    quietSeconds: 6 * HOUR,
  },
] as const satisfies readonly NotificationEventEntry[];
export type NotificationEvent = (typeof notificationEvents)[number]['id'];

/** What every text may name. */
export const SHARED_PLACEHOLDERS = ['site', 'username', 'times'] as const;

/** A setting of a channel. A secret is never shown again; changing an address asks for secrets anew. */
export interface NotificationField {
  readonly key: string;
  readonly kind: 'text' | 'secret' | 'address' | 'secret-address';
  readonly optional?: true;
}

export interface NotificationChannelEntry {
  readonly id: string;
  readonly name: string;
  /** Only the site may have it: users have their own address already. */
  readonly scope?: 'site';
  readonly fields: readonly NotificationField[];
}

/** How notifications go out. The gateway has a file for each (`domain/notifications/channels`). */
export const notificationChannels = [
  { id: 'email', name: 'E-mail', scope: 'site', fields: [{ key: 'email', kind: 'text' }] },
  {
    id: 'telegram',
    name: 'Telegram',
    fields: [
      { key: 'token', kind: 'secret' },
      { key: 'chat_id', kind: 'text' },
      { key: 'base_url', kind: 'address', optional: true },
    ],
  },
  { id: 'wecom', name: 'WeCom', fields: [{ key: 'url', kind: 'secret-address' }] },
  {
    id: 'dingtalk',
    name: 'DingTalk',
    fields: [
      { key: 'url', kind: 'secret-address' },
      { key: 'secret', kind: 'secret', optional: true },
    ],
  },
  {
    id: 'feishu',
    name: 'Feishu',
    fields: [
      { key: 'url', kind: 'secret-address' },
      { key: 'secret', kind: 'secret', optional: true },
    ],
  },
  {
    id: 'bark',
    name: 'Bark',
    fields: [
      { key: 'device_key', kind: 'secret' },
      { key: 'base_url', kind: 'address', optional: true },
    ],
  },
  { id: 'slack', name: 'Slack', fields: [{ key: 'url', kind: 'secret-address' }] },
  { id: 'discord', name: 'Discord', fields: [{ key: 'url', kind: 'secret-address' }] },
  {
    id: 'webhook',
    name: 'Webhook',
    fields: [
      { key: 'url', kind: 'address' },
      { key: 'secret', kind: 'secret' },
    ],
  },
] as const satisfies readonly NotificationChannelEntry[];
export type NotificationChannelId = (typeof notificationChannels)[number]['id'];

export const NOTIFICATION_TARGETS_MAX = 10;
const channelId = z.enum(notificationChannels.map(({ id }) => id) as [NotificationChannelId]);
const eventId = z.enum(notificationEvents.map(({ id }) => id) as [NotificationEvent]);
export const NOTIFICATION_DIGESTS = ['none', 'hourly', 'daily'] as const;
const digest = z.enum(NOTIFICATION_DIGESTS);
const language = z.enum(['zh', 'en']);

/** Where notifications go. Id 0 is the owner's e-mail address, which is always there. */
export const notificationTarget = z.object({
  id: z.number().int(),
  channel: channelId,
  name: z.string(),
  enabled: z.boolean(),
  digest,
  language,
  /** Settings that are no secrets. */
  settings: z.record(z.string(), z.string()),
  /** The secrets that have a value. */
  secrets: z.array(z.string()),
});
export type NotificationTarget = z.output<typeof notificationTarget>;

export const notificationTargetInput = z.object({
  /** Absent for a new one. */
  id: idField.optional(),
  channel: channelId,
  name: z.string().trim().max(60).default(''),
  enabled: z.boolean().default(true),
  digest: digest.default('none'),
  language: language.default('zh'),
  /** An empty secret keeps the stored one. */
  settings: z.record(z.string().max(40), z.string().trim().max(1000)).default({}),
});

const THRESHOLD_MAX = 9_000_000_000_000;

/** Which event goes to which target. */
export const notificationSubscription = z.object({
  target_id: z.number().int().min(0),
  event: eventId,
  enabled: z.boolean(),
  /** In the unit of the event; null is its default. */
  threshold: z.number().min(0).max(THRESHOLD_MAX).nullable(),
});
export type NotificationSubscription = z.output<typeof notificationSubscription>;

export const DELIVERY_STATES = ['pending', 'sent', 'failed'] as const;

export const notificationDelivery = z.object({
  id: z.string(),
  created_at: z.number().int(),
  event: z.string(),
  target: z.string(),
  channel: z.string(),
  title: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number().int(),
  /** When it is sent next, while it is pending. */
  next_at: z.number().int(),
  sent_at: z.number().int(),
  /** What came back, bounded and without secrets. */
  answer: z.string(),
  /** The same that was counted and not sent. */
  repeats: z.number().int(),
});
export type NotificationDelivery = z.output<typeof notificationDelivery>;

/** How the own e-mail address is written to. */
export const ownMailSettings = z.object({ digest, language: z.enum(['both', 'zh', 'en']) });
export type OwnMailSettings = z.output<typeof ownMailSettings>;

export const notificationOverview = z.object({
  /** The address of target 0; empty where there is none, or mail is not set up. */
  email: z.string(),
  /** Whether the site has a mail server; without one nobody is written to. */
  can_mail: z.boolean(),
  /** How it is written to; absent for the site, which is written to at once and in both languages. */
  email_settings: ownMailSettings.optional(),
  targets: z.array(notificationTarget),
  subscriptions: z.array(notificationSubscription),
});

export const notificationTestResult = z.object({ ok: z.boolean(), answer: z.string() });

/** The texts of an event as the operator wrote them; empty means the built-in ones. */
export const notificationTemplate = z.object({
  event: eventId,
  language,
  title: z.string().max(200),
  body: z.string().max(4000),
});
