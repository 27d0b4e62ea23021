import type {
  NotificationEventEntry,
  NotificationSubscription,
  notificationOverview,
} from '@tollgate/contract';
import type { z } from 'zod';

export type Overview = z.output<typeof notificationOverview>;
type EventId = NotificationSubscription['event'];

/** Returns the stored subscription of a target to an event, or else the default. */
export function toSubscription(
  { subscriptions }: Overview,
  event: NotificationEventEntry & { id: EventId },
  targetId: number,
): NotificationSubscription {
  const stored = subscriptions.find((one) => one.event === event.id && one.target_id === targetId);
  const enabled = targetId === 0 && event.mailed;
  return stored ?? { target_id: targetId, event: event.id, enabled, threshold: null };
}
