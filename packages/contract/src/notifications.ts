import { z } from 'zod';
import { idField } from './paging.ts';
import { nameText } from './entities/readable-name.ts';

/** Whose events they are: a user's own, or the site's, which concern administrators. */
export type NotificationScope = 'user' | 'site';

export interface NotificationEventEntry {
  readonly id: string;
  readonly scope: NotificationScope;
  /** Placeholders its texts may use, besides `site` and `username`. */
  readonly placeholders: readonly string[];
  /** The threshold the event is compared with; by default `fallback`, or the option's value. */
  readonly threshold?: {
    readonly unit: 'quota' | 'percent' | 'usd' | 'days';
    readonly fallback: number;
    /** The option whose value replaces `fallback`. */
    readonly option?: 'QuotaRemindThreshold' | 'KeyExpiryReminderDays';
  };
  /** Sent to the owner's e-mail address unless the owner turns that off. */
  readonly mailed: boolean;
  /** Repetitions about the same object within this many seconds are counted, not sent. */
  readonly quietSeconds: number;
  /** Sent only once per object, however long ago. */
  readonly once?: true;
}

const HOUR = 3600;

/** The earliest reminder before a key expires, in days. */
export const KEY_EXPIRY_REMINDER_DAYS_MAX = 365;

/** All events that users can be notified of. Texts are `notifications.events.<id>`. */
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
    id: 'order_underpaid',
    scope: 'user',
    placeholders: ['order', 'amount'],
    mailed: true,
    quietSeconds: HOUR,
  },
  {
    id: 'order_refunded',
    scope: 'user',
    placeholders: ['order', 'amount'],
    mailed: true,
    quietSeconds: 0,
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
    id: 'payment_returned',
    scope: 'site',
    placeholders: ['order', 'amount', 'provider'],
    mailed: true,
    quietSeconds: 24 * HOUR,
  },
  {
    id: 'refund_failed',
    scope: 'site',
    placeholders: ['order', 'amount', 'provider', 'reason'],
    mailed: true,
    quietSeconds: 0,
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

/** Placeholders that every text may use. */
export const SHARED_PLACEHOLDERS = ['site', 'username', 'times'] as const;

/**
 * A setting of a channel. A secret is never shown again; changing an address requires secrets to be entered
 * again.
 */
export interface NotificationField {
  readonly key: string;
  readonly kind: 'text' | 'secret' | 'address' | 'secret-address';
  readonly optional?: true;
}

export interface NotificationChannelEntry {
  readonly id: string;
  readonly name: string;
  /** Only for the site: users already have their own address. */
  readonly scope?: 'site';
  readonly fields: readonly NotificationField[];
}

/** Notification channels. The gateway has a file for each (`domain/notifications/channels`). */
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

/** A destination for notifications. Id 0 is the owner's e-mail address, which always exists. */
export const notificationTarget = z.object({
  id: z.number().int(),
  channel: channelId,
  name: z.string(),
  enabled: z.boolean(),
  digest,
  language,
  /** Settings that are not secret. */
  settings: z.record(z.string(), z.string()),
  /** Names of the secrets that have a value. */
  secrets: z.array(z.string()),
});
export type NotificationTarget = z.output<typeof notificationTarget>;

/** An edit keeps what it leaves out, a new target has its defaults. */
export const notificationTargetInput = z.object({
  /** Absent for a new target. */
  id: idField.optional(),
  channel: channelId,
  name: nameText().max(60).optional(),
  enabled: z.boolean().optional(),
  digest: digest.optional(),
  language: language.optional(),
  /** An empty secret keeps the stored one. */
  settings: z.record(z.string().max(40), z.string().trim().max(1000)).optional(),
});

/** What a new target is unless its input says otherwise. */
export const NOTIFICATION_TARGET_DEFAULTS = {
  name: '',
  enabled: true,
  digest: 'none',
  language: 'zh',
  settings: {},
} as const satisfies Partial<z.output<typeof notificationTargetInput>>;

const THRESHOLD_MAX = 9_000_000_000_000;

/** Assigns an event to a target. */
export const notificationSubscription = z.object({
  target_id: z.number().int().min(0),
  event: eventId,
  enabled: z.boolean(),
  /** In the event's unit; null means the default. */
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
  /** Time of the next attempt while the delivery is pending. */
  next_at: z.number().int(),
  sent_at: z.number().int(),
  /** The response, truncated and without secrets. */
  answer: z.string(),
  /** Repetitions that were counted and not sent. */
  repeats: z.number().int(),
});
export type NotificationDelivery = z.output<typeof notificationDelivery>;

/** How notifications to the user's own e-mail address are sent. */
export const ownMailSettings = z.object({ digest, language: z.enum(['both', 'zh', 'en']) });
export type OwnMailSettings = z.output<typeof ownMailSettings>;

export const notificationOverview = z.object({
  /** The address of target 0; empty if there is none, or mail is not set up. */
  email: z.string(),
  /** Whether the site has a mail server; without one no mail is sent. */
  can_mail: z.boolean(),
  /** The threshold of each event that has one, for subscribers who set none. */
  default_thresholds: z.record(z.string(), z.number()),
  /** How mail is sent; absent for the site, whose mail is sent immediately and in both languages. */
  email_settings: ownMailSettings.optional(),
  targets: z.array(notificationTarget),
  subscriptions: z.array(notificationSubscription),
});

export const notificationTestResult = z.object({ ok: z.boolean(), answer: z.string() });

/** The operator's texts for an event; empty means the built-in ones. */
export const notificationTemplate = z.object({
  event: eventId,
  language,
  title: z.string().max(200),
  body: z.string().max(4000),
});
