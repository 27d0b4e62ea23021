import { DELIVERY_STATES, pageNumber, PAGE_SIZE_MAX } from '@tollgate/contract';
import { z } from 'zod';

export const NOTIFICATION_OWNERS = ['own', 'site'] as const;
export type NotificationOwner = (typeof NOTIFICATION_OWNERS)[number];
export const NOTIFICATION_VIEWS = ['events', 'targets', 'deliveries', 'templates'] as const;

/** The query parameters of the notifications page. */
export const notificationQuery = z.object({
  owner: z.enum(NOTIFICATION_OWNERS).catch('own'),
  view: z.enum(NOTIFICATION_VIEWS).catch('events'),
  p: pageNumber,
  /** State of deliveries; '' means any. */
  state: z.enum(['', ...DELIVERY_STATES]).catch(''),
  event: z.string().catch(''),
  page_size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).catch(20),
});
export type NotificationQuery = z.output<typeof notificationQuery>;
