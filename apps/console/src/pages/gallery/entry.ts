import type { Page } from '../page-entry.ts';

/** All shared components in all their states; not part of the production build. */
export const gallery: Page = {
  path: '/__gallery',
  title: 'gallery',
  access: 'public',
  texts: ['tokens'],
  file: 'gallery/page.tsx',
};
