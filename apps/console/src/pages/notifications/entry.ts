import { IconBell } from '@tabler/icons-react';
import type { Page } from '../page-entry.ts';

/** Events and targets of notifications: the user's own, and for administrators the site's. */
export const notifications = {
  path: '/notifications',
  title: 'notifications',
  access: 'user',
  icon: IconBell,
  group: 'settings',
  texts: ['notifications', 'errors'],
  load: async () => ({ default: (await import('./page.tsx')).NotificationsPage }),
} as const satisfies Page;
