import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { PriceTable } from './price-table.tsx';
import type { OptionsForm } from './use-options-form.ts';

/** The prices as JSON, and as a table of models. What is changed in one is changed in the other. */
export function PriceViews({ form, children }: { form: OptionsForm; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Tabs defaultValue="json" aria-label={t('setting.prices.views')}>
      <Tabs.List>
        <Tabs.Tab value="json">{t('setting.prices.json')}</Tabs.Tab>
        <Tabs.Tab value="visual">{t('setting.prices.visual')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="json">{children}</Tabs.Panel>
      <Tabs.Panel value="visual">
        <PriceTable form={form} />
      </Tabs.Panel>
    </Tabs>
  );
}
