import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../lazy-part.ts';
import { addTexts } from '../../language.ts';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { UserSettings } from './user-settings.tsx';

/** Loaded separately with its texts: most users only have personal settings. */
const SiteSettings = lazyPart(async () => {
  const [module] = await Promise.all([
    import('./site-settings.tsx'),
    addTexts(['options', 'optionHints']),
  ]);
  return { default: module.SiteSettings };
});

/** The settings: the user's own account, and for administrators the whole site. */
export function SettingsPage() {
  if (!isAdmin(useStoredUser())) return <UserSettings />;
  return (
    <Suspense fallback={<Skeleton height={60} aria-busy />}>
      <SiteSettings />
    </Suspense>
  );
}
