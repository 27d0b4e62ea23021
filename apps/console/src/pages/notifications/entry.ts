import { IconBell } from '@tabler/icons-react';
import type { Page } from '../page-entry.ts';

/** What people hear about and where it goes: their own news, and for administrators the site's. */
export const notifications = {
  path: '/notifications',
  title: 'notifications',
  access: 'user',
  icon: IconBell,
  group: 'settings',
  texts: ['notifications', 'errors'],
  load: async () => ({ default: (await import('./page.tsx')).NotificationsPage }),
} as const satisfies Page;
