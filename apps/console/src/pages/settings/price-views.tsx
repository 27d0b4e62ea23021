import { Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { PriceTable } from './price-table.tsx';
import type { OptionsForm } from './use-options-form.ts';

/**
 * Points to the price editor, which a button of the section opens. Two more tabs show the same prices as JSON
 * and as a table of ratios; a change in one shows in the other.
 */
export function PriceViews({ form, children }: { form: OptionsForm; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Tabs defaultValue="editor" aria-label={t('setting.prices.views')}>
      <Tabs.List>
        <Tabs.Tab value="editor">{t('shell.pages.prices')}</Tabs.Tab>
        <Tabs.Tab value="json">{t('setting.prices.json')}</Tabs.Tab>
        <Tabs.Tab value="visual">{t('setting.prices.visual')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="editor" pt="md">
        <Text maw={640}>{t('setting.prices.editorText')}</Text>
      </Tabs.Panel>
      <Tabs.Panel value="json">{children}</Tabs.Panel>
      <Tabs.Panel value="visual">
        <PriceTable form={form} />
      </Tabs.Panel>
    </Tabs>
  );
}
