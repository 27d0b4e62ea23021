import { notificationEvents } from '@tollgate/contract';
import type { NotificationOwner } from './query.ts';

/** The events that an owner can be told of. */
export const eventsOf = (owner: NotificationOwner) =>
  notificationEvents.filter(({ scope }) => scope === (owner === 'site' ? 'site' : 'user'));
