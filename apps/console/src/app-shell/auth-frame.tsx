import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../texts.tsx';
import { ExampleReceipt } from '../ui/display/example-receipt.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { Footer } from './footer.tsx';
import { LanguageSwitch, ThemeToggle } from './header-buttons.tsx';
import { PublicFooter } from './public-footer.tsx';
import { SiteName } from './site-name.tsx';
import './public-frame.css';

/** The frame of login, registration and password reset: the form, next to the site's promise. */
export function AuthFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="door">
      <div className="door-main">
        <header>
          <Group justify="space-between" wrap="nowrap">
            <SiteName />
            <Group gap={4} wrap="nowrap">
              <LanguageSwitch />
              <ThemeToggle />
            </Group>
          </Group>
        </header>
        <ConnectionBar />
        <main id="main" tabIndex={-1} className="door-page">
          {children}
        </main>
        <PublicFooter />
        <Footer />
      </div>
      <aside className="door-side" aria-label={t('shell.receipt.title')}>
        <Text fz={28} fw={600} lh={1.25}>
          {t('shell.receipt.title')}
        </Text>
        <Text c="#c3d9d4" fz={15}>
          {t('shell.receipt.text')}
        </Text>
        <div className="door-receipt">
          <ExampleReceipt />
        </div>
      </aside>
    </div>
  );
}
