import { IconToggleLeft } from '@tabler/icons-react';
import { useTranslation } from '../texts.tsx';
import type { Page } from '../pages/index.ts';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';

/** Shown instead of a page whose feature is disabled on the site. */
export function FeatureDisabled({ page }: { page: Page }) {
  const { t } = useTranslation();
  const name = t(`shell.pages.${page.title}`);
  return (
    <>
      <PageHeader title={name} />
      <EmptyState
        icon={page.icon ?? IconToggleLeft}
        title={t('shell.off.title', { page: name })}
        text={t('shell.off.text')}
      />
    </>
  );
}
