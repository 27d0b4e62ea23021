import { notificationEvents } from '@tollgate/contract';
import type { NotificationOwner } from './query.ts';

/** Returns the events that an owner can subscribe to. */
export const eventsOf = (owner: NotificationOwner) =>
  notificationEvents.filter(({ scope }) => scope === (owner === 'site' ? 'site' : 'user'));
