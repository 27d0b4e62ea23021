import { List, Stack, Text } from '@mantine/core';
import type { ImportReportEntry } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { Fold } from '../../ui/layout/fold.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

/** How the source's channel types, options and prices map to ours. */
export function Mappings({ report }: { report: ImportReportEntry }) {
  const { t } = useTranslation();
  const { channel_types: types, options, prices } = report;
  return (
    <Stack gap={0}>
      <Names
        title={t('imports.page.channelTypes')}
        names={types.map(({ from, to, name, address, count }) => {
          const suffix = address === '' ? '' : ` (${address})`;
          return t('imports.page.channelType', { from, to: `${to} ${name}${suffix}`, count });
        })}
      />
      <Names
        title={t('imports.page.options')}
        names={options.map(({ from, to }) => (from === to ? from : `${from} → ${to}`))}
      />
      <Text size="sm" mt="xs">
        {t('imports.page.prices')}
        {': '}
        {t('imports.page.pricesFrom', {
          stated: prices.stated,
          builtIn: prices.built_in,
          here: prices.here,
        })}
      </Text>
      <Names title={t('imports.page.unpriced')} names={prices.none} />
    </Stack>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Fold title={title} value={formatNumber(names.length)} startsOpen={false}>
      <List size="sm" spacing={2}>
        {names.map((name) => (
          <List.Item key={name} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </List.Item>
        ))}
      </List>
    </Fold>
  );
}
