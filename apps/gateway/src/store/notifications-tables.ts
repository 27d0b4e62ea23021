import type { Generated } from 'kysely';

/** Where news goes. With channel `email` and an owner: how the owner's own address is written to. */
export interface NotificationTargetsTable {
  id: Generated<number>;
  /** 0 is the site. */
  owner_id: number;
  channel: string;
  name: string;
  enabled: number;
  digest: string;
  /** `zh` or `en`; for an own address also `both`. */
  language: string;
  /** All settings as JSON, sealed. */
  settings_cipher: string;
  created_at: number;
}

/** Who wants to hear what where; target 0 is the owner's e-mail address. */
export interface NotificationSubscriptionsTable {
  owner_id: number;
  target_id: number;
  event: string;
  enabled: number;
  /** In the unit of the event; null is its default. */
  threshold: number | null;
}

/** What is to be sent, and what was. */
export interface NotificationDeliveriesTable {
  /** The same at every attempt. */
  id: string;
  owner_id: number;
  target_id: number;
  event: string;
  /** What the texts name, as JSON. */
  params: string;
  /** pending, sent or failed. */
  state: string;
  attempts: Generated<number>;
  repeats: Generated<number>;
  next_at: number;
  leased_until: Generated<number>;
  sent_at: Generated<number>;
  answer: Generated<string>;
  created_at: number;
  /** As part of what it went out, under that id; '' until then, and where it goes out alone. */
  bundle_id: Generated<string>;
}

/** When somebody was last told of an object, so that repeats are only counted. */
export interface NotificationQuietTable {
  owner_id: number;
  target_id: number;
  event: string;
  object: string;
  told_at: number;
  delivery_id: string;
}

/** Texts that the operator wrote. */
export interface NotificationTemplatesTable {
  event: string;
  language: string;
  title: string;
  body: string;
}

export interface NotificationTables {
  notification_targets: NotificationTargetsTable;
  notification_subscriptions: NotificationSubscriptionsTable;
  notification_deliveries: NotificationDeliveriesTable;
  notification_quiet: NotificationQuietTable;
  notification_templates: NotificationTemplatesTable;
}
