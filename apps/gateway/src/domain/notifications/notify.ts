import {
  notificationEvents,
  type NotificationEvent,
  type NotificationEventEntry,
  ROLE_ROOT,
} from '@tollgate/contract';
import { randomUUID } from 'node:crypto';
import { enqueueDelivery, type QuietRule } from '../../store/notification-deliveries-repository.ts';
import {
  listSubscriptionsTo,
  listTargets,
  type SubscriptionRow,
} from '../../store/notification-targets-repository.ts';
import { findOwnMail } from '../../store/own-mail-repository.ts';
import type { Db } from '../../store/schema.ts';
import { findFirstUserOfRole, findUserById } from '../../store/users-repository.ts';
import type { OptionStore } from '../options/options.ts';

export type NoticeParams = Readonly<Record<string, string | number>>;

/** An event that happened. */
export interface Notice {
  event: NotificationEvent;
  /** The owner concerned; 0 is the site. */
  ownerId: number;
  /** The object concerned: repeats about the same object are counted instead of sent. */
  object: string | number;
  params: NoticeParams;
  /** The value compared with the threshold, in the event's unit. */
  value?: number;
  /** Unix seconds. */
  at: number;
}

/** Target id of the owner's email address. */
export const OWN_EMAIL = 0;
/** Only if it was never sent before. */
const NEVER = -1;
const HOUR = 3600;
const DAY = 86_400;
/** Hour (UTC) at which daily digests are sent: nine in the morning in China. */
const DIGEST_HOUR = 1;

/**
 * Adds a notice to the outbox of every subscriber, in the caller's transaction if there is one; a job sends
 * it. Returns how many deliveries were added.
 */
export async function notify(
  db: Db,
  options: Pick<OptionStore, 'text' | 'number'>,
  notice: Notice,
): Promise<number> {
  const entry = entryOf(notice.event);
  if (!entry) return 0;
  const subscriptions = await listSubscriptionsTo(db, notice.ownerId, notice.event);
  const subscriptionsByTarget = new Map(
    subscriptions.map((subscription) => [subscription.target_id, subscription]),
  );
  const targets = await findTargets(
    db,
    options,
    notice.ownerId,
    subscriptionsByTarget,
    entry.mailed,
  );
  let added = 0;
  for (const { id, digest } of targets) {
    if (!exceedsThreshold(notice, subscriptionsByTarget.get(id), options)) continue;
    const threshold = thresholdOf(notice.event, subscriptionsByTarget.get(id), options);
    // Notices of low balances include the threshold.
    const params =
      notice.event === 'upstream_balance_low'
        ? { ...notice.params, threshold: `$${threshold}` }
        : notice.params;
    const delivery = {
      id: randomUUID(),
      owner_id: notice.ownerId,
      target_id: id,
      event: notice.event,
      params: JSON.stringify(params),
      next_at: nextAt(digest, notice.at),
      created_at: notice.at,
    };
    if (await enqueueDelivery(db, delivery, quietOf(entry, notice))) added += 1;
  }
  return added;
}

function quietOf(
  { quietSeconds, once }: NotificationEventEntry,
  { object, at }: Notice,
): QuietRule | undefined {
  if (once) return { object: String(object), before: NEVER, once: true };
  if (quietSeconds === 0) return undefined;
  return { object: String(object), before: at - quietSeconds, once: false };
}

async function findTargets(
  db: Db,
  options: Pick<OptionStore, 'text'>,
  ownerId: number,
  subscriptionsByTarget: ReadonlyMap<number, SubscriptionRow>,
  isMailed: boolean,
): Promise<{ id: number; digest: string }[]> {
  const isWanted = (id: number) => subscriptionsByTarget.get(id)?.enabled === 1;
  const rows = [...subscriptionsByTarget.keys()].some((id) => id !== OWN_EMAIL && isWanted(id))
    ? await listTargets(db, ownerId)
    : [];
  const targets = rows.filter(({ id, enabled }) => enabled === 1 && isWanted(Number(id)));
  const mails = subscriptionsByTarget.has(OWN_EMAIL) ? isWanted(OWN_EMAIL) : isMailed;
  const mailsOwner =
    mails && options.text('SMTPServer') !== '' && (await emailOf(db, ownerId)) !== '';
  return [
    ...(mailsOwner
      ? [{ id: OWN_EMAIL, digest: (await findOwnMail(db, ownerId))?.digest ?? 'none' }]
      : []),
    ...targets.map(({ id, digest }) => ({ id: Number(id), digest })),
  ];
}

/** Returns the email address of an owner, the super admin's for the site; empty if there is none. */
export async function emailOf(db: Db, ownerId: number): Promise<string> {
  const user =
    ownerId === 0 ? await findFirstUserOfRole(db, ROLE_ROOT) : await findUserById(db, ownerId);
  return user?.email ?? '';
}

/** Returns whether the value is on the alarming side of the subscriber's threshold. */
function exceedsThreshold(
  { event, value }: Notice,
  subscription: SubscriptionRow | undefined,
  options: Pick<OptionStore, 'number'>,
): boolean {
  if (value === undefined) return true;
  const threshold = thresholdOf(event, subscription, options);
  return event === 'error_rate_high' ? value >= threshold : value < threshold;
}

function thresholdOf(
  event: NotificationEvent,
  subscription: SubscriptionRow | undefined,
  options: Pick<OptionStore, 'number'>,
): number {
  if (subscription && subscription.threshold !== null) return subscription.threshold;
  return defaultThreshold(entryOf(event)?.threshold, options);
}

type Threshold = NotificationEventEntry['threshold'];

const defaultThreshold = (threshold: Threshold, options: Pick<OptionStore, 'number'>): number =>
  threshold?.option ? options.number(threshold.option) : (threshold?.fallback ?? 0);

/** Returns what events are compared with for subscribers who set no threshold, by event. */
export const defaultThresholds = (options: Pick<OptionStore, 'number'>): Record<string, number> =>
  Object.fromEntries(
    notificationEvents.flatMap(({ id, threshold }: NotificationEventEntry) =>
      threshold ? [[id, defaultThreshold(threshold, options)]] : [],
    ),
  );

const entryOf = (event: NotificationEvent): NotificationEventEntry | undefined =>
  notificationEvents.find(({ id }) => id === event);

function nextAt(digest: string, now: number): number {
  if (digest === 'hourly') return (Math.floor(now / HOUR) + 1) * HOUR;
  if (digest !== 'daily') return now;
  const today = Math.floor(now / DAY) * DAY + DIGEST_HOUR * HOUR;
  return today > now ? today : today + DAY;
}
