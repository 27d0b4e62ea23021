import { Stack, Text } from '@mantine/core';
import { PRICE_OPTION_KEYS } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { JsonEditor } from '../../ui/forms/json-editor.tsx';
import type { PriceEditor } from './use-price-editor.ts';

/** The same prices as stored: ratios in JSON. */
export function RatiosTab({ editor }: { editor: PriceEditor }) {
  const { t } = useTranslation();
  return (
    <Stack mt="sm" maw={860}>
      <Text size="sm" c="dimmed">
        {t('prices.ratios.text')}
      </Text>
      {PRICE_OPTION_KEYS.map((key) => (
        <JsonEditor
          key={key}
          label={t(`options.${key}`)}
          description={key}
          maxRows={14}
          value={editor.texts?.[key] ?? ''}
          error={editor.badTexts.get(key)}
          onChange={(event) => editor.setText(key, event.currentTarget.value)}
        />
      ))}
    </Stack>
  );
}
