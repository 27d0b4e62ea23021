import { Button, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { useStoredUser } from '../../session/session.ts';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { formatSeconds } from '../../ui/format/format-seconds.ts';
import { useModelStatus } from '../../ui/hooks/use-model-status.ts';
import { pages } from '../index.ts';
import { guessTab } from '../playground/guess-model.ts';
import { AnsweredStrip } from '../../ui/display/answered-strip.tsx';
import { CapabilityTags } from '../../ui/display/capability-tags.tsx';
import { Extras } from './extras.tsx';
import { ModelSample } from './model-sample.tsx';
import type { PriceRow, ShownTier } from './price-rows.ts';

/** All prices of a model, its output limit, who may use it and how to call it. */
export function ModelDetails({
  row,
  group = '',
  columns = 1,
}: {
  row: PriceRow;
  /** Number of columns, on wide screens. */
  columns?: 1 | 2;
  /** The group whose prices are shown, or '' for the user's own groups. */
  group?: string;
}) {
  const { t } = useTranslation();
  const user = useStoredUser();
  const { model_name: name, max_output: longest, context, capabilities = [] } = row;
  const status = useModelStatus().statusOf(name);
  const hasExtras = row.shownTools.length > 0 || Object.keys(row.tiers ?? {}).length > 0;
  return (
    <SimpleGrid cols={{ base: 1, md: columns }} spacing={columns === 1 ? 'md' : 40}>
      <Stack gap="md">
        <PriceTable row={row} />
        <div>
          <Title order={3} mb={4}>
            {t('pricing.details.limits')}
          </Title>
          <DescriptionList>
            <DescriptionItem name={t('pricing.details.longest')} show={longest !== undefined}>
              {t('pricing.details.tokens', { tokens: longest?.toLocaleString('en') })}
            </DescriptionItem>
            <DescriptionItem name={t('pricing.columns.context')} show={context !== undefined}>
              {t('pricing.details.tokens', { tokens: context?.toLocaleString('en') })}
            </DescriptionItem>
            <DescriptionItem
              name={t('pricing.columns.capabilities')}
              show={capabilities.length > 0}
            >
              <CapabilityTags capabilities={capabilities} />
            </DescriptionItem>
            <DescriptionItem
              name={t('pricing.details.firstToken')}
              show={typeof status?.first_token_ms === 'number'}
            >
              {formatSeconds(status?.first_token_ms ?? 0)}
            </DescriptionItem>
            <DescriptionItem
              name={t('pricing.details.answered')}
              show={typeof status?.answered === 'number'}
            >
              {status ? <AnsweredStrip days={status.days} answered={status.answered ?? 0} /> : null}
            </DescriptionItem>
            <DescriptionItem name={t('pricing.columns.groups')}>
              <GroupTags groups={row.enable_groups.join(',')} />
            </DescriptionItem>
            <DescriptionItem name={t('pricing.columns.extras')} show={hasExtras}>
              <Extras row={row} />
            </DescriptionItem>
          </DescriptionList>
        </div>
      </Stack>
      <Stack gap="md" miw={0}>
        <ModelSample model={name} />
        <Group gap="xs">
          {user ? (
            <Button
              component={Link}
              to={pages.playground.path}
              search={
                { model: name, tab: guessTab(name), ...(group === '' ? {} : { group }) } as never
              }
              leftSection={<IconMessageCircle size={16} />}
            >
              {t('pricing.details.try')}
            </Button>
          ) : (
            <Button
              component={Link}
              to={pages.login.path}
              search={{ next: `${pages.pricing.path}/${encodeURIComponent(name)}` } as never}
            >
              {t('pricing.details.logIn')}
            </Button>
          )}
        </Group>
      </Stack>
    </SimpleGrid>
  );
}

const LINES = [
  'prompt',
  'completion',
  'cached',
  'cacheWrite',
  'audio',
  'audioOutput',
  'image',
] as const;

/** A row per kind of token, a column per prompt length. */
function PriceTable({ row: { shown, shownTiers } }: { row: PriceRow }) {
  const { t } = useTranslation();
  if ('call' in shown)
    return <Text fw={600}>{t('pricing.price.call', { price: shown.call })}</Text>;
  const steps: readonly (Omit<ShownTier, 'above'> & { above?: number })[] = [shown, ...shownTiers];
  const count = (tokens: number | undefined) => (tokens ?? 0).toLocaleString('en');
  return (
    <div className="data-table-scroll">
      <Table className="data-table tabular">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('pricing.details.perMillion')}</Table.Th>
            {steps.map(({ above }, index) => (
              <Table.Th key={above ?? 0} data-align="end">
                {above !== undefined
                  ? t('pricing.details.above', { count: count(above) })
                  : steps.length > 1
                    ? t('pricing.details.upTo', { count: count(steps[index + 1]?.above) })
                    : t('pricing.details.price')}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {LINES.filter((line) => steps.some((step) => step[line] !== undefined)).map((line) => (
            <Table.Tr key={line}>
              <Table.Td>{t(`pricing.columns.${line}`)}</Table.Td>
              {steps.map((step) => (
                <Table.Td key={step.above ?? 0} data-align="end">
                  {step[line]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
