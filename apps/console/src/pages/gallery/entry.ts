import type { Page } from '../page-entry.ts';

/** All shared pieces in all their states; not part of what is built for use. */
export const gallery: Page = {
  path: '/__gallery',
  title: 'gallery',
  access: 'public',
  texts: ['tokens'],
  load: async () => ({ default: (await import('./page.tsx')).GalleryPage }),
};
