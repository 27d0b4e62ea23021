import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { addTexts } from '../../language.ts';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { UserSettings } from './user-settings.tsx';

/** Fetched apart with its texts: most people have nothing but their own settings. */
const SiteSettings = lazy(async () => {
  const [module] = await Promise.all([
    import('./site-settings.tsx'),
    addTexts(['options', 'optionHints']),
  ]);
  return { default: module.SiteSettings };
});

/** What can be set: for everybody the own account, for administrators the whole site, too. */
export function SettingsPage() {
  if (!isAdmin(useStoredUser())) return <UserSettings />;
  return (
    <Suspense fallback={<Skeleton height={60} aria-busy />}>
      <SiteSettings />
    </Suspense>
  );
}
