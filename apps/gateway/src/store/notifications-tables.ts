import type { NotificationDelivery } from '@tollgate/contract';
import type { Generated } from 'kysely';

/**
 * Where notifications are sent. With channel `email` and an owner: how the owner's own address is notified.
 */
export interface NotificationTargetsTable {
  id: Generated<number>;
  /** 0 is the site. */
  owner_id: number;
  channel: string;
  name: string;
  enabled: number;
  digest: string;
  /** `zh` or `en`; for the user's own address also `both`. */
  language: string;
  /** All settings as JSON, sealed. */
  settings_cipher: string;
  created_at: number;
}

/** Who wants to be notified of what, and where; target 0 is the owner's email address. */
export interface NotificationSubscriptionsTable {
  owner_id: number;
  target_id: number;
  event: string;
  enabled: number;
  /** In the event's unit; null for its default. */
  threshold: number | null;
}

/** Notifications to be sent, and those sent. */
export interface NotificationDeliveriesTable {
  /** The same for every attempt. */
  id: string;
  owner_id: number;
  target_id: number;
  event: string;
  /** Values for the texts, as JSON. */
  params: string;
  state: NotificationDelivery['state'];
  attempts: Generated<number>;
  repeats: Generated<number>;
  next_at: number;
  leased_until: Generated<number>;
  sent_at: Generated<number>;
  answer: Generated<string>;
  created_at: number;
  /** The bundle in which it was sent, under that id; '' until then, and if it is sent individually. */
  bundle_id: Generated<string>;
}

/** When an object was last notified, so that repeats are only counted. */
export interface NotificationQuietTable {
  owner_id: number;
  target_id: number;
  event: string;
  object: string;
  told_at: number;
  delivery_id: string;
}

/** Texts customized by the operator. */
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
