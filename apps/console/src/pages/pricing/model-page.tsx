import { Button, Container, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { QUOTA_TYPE_CALL } from '@tollgate/contract';
import { listCallPrice } from '@tollgate/pricing';
import { IconArrowLeft, IconCopy, IconTags } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { CapabilityTags } from '../../ui/display/capability-tags.tsx';
import { copyText } from '../../ui/display/copy.tsx';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { ModelMark } from '../../ui/display/model-mark.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { vendorOf } from '../../ui/format/model-vendor.ts';
import { pages } from '../index.ts';
import { estimateCost, UNITS_PER_USD } from '../playground/estimate-cost.ts';
import { ExtraList, hasExtras } from './extras.tsx';
import { ModelFacts } from './model-facts.tsx';
import { ModelSample } from './model-sample.tsx';
import { OtherModels } from './other-models.tsx';
import { findPrices, type PriceRow, type Prices, ratioGroup, showPrices } from './price-rows.ts';
import { PriceTable } from './price-table.tsx';
import { TryButton } from './try-button.tsx';
import { usePrices } from './use-prices.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

/** A single model at its own URL, for sharing. */
export function ModelPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data: prices, error, refetch } = usePrices();
  if (error && !prices) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!prices) return <Loader aria-label={t('pricing.title')} />;
  const filter = { keyword: id, group: '', type: '' } as const;
  const matching = findPrices(prices, filter).filter(({ model_name: name }) => name === id);
  const [row] = showPrices(prices, matching, { group: '', p: 1, page_size: 1 });
  return (
    <Container size={1200} px={0} mx={0}>
      <Button
        component={Link}
        to={pages.pricing.path}
        variant="subtle"
        color="slate"
        px={8}
        ml={-8}
        mb="sm"
        leftSection={<IconArrowLeft size={16} />}
      >
        {t('pricing.title')}
      </Button>
      {row ? (
        <Model row={row} prices={prices} />
      ) : (
        <EmptyState
          icon={IconTags}
          title={t('pricing.details.unknown')}
          text={t('pricing.details.unknownText')}
        />
      )}
    </Container>
  );
}

function Model({ row, prices }: { row: PriceRow; prices: Prices }) {
  const { t } = useTranslation();
  const { model_name: name } = row;
  return (
    <Stack gap="lg">
      <ModelHead row={row} />
      <ModelFacts row={row} />
      {/* The sample gets more room than the prices, and its own line where that is too little. */}
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: '24px 40px' }}>
        <Stack gap="md" style={{ flex: '2 1 300px' }}>
          {'call' in row.shown ? null : <PriceTable row={row} />}
          <ExampleCost row={row} prices={prices} />
          {hasExtras(row) ? (
            <div className="price-list">
              <Title order={2} size="h3" mb={4}>
                {t('pricing.columns.extras')}
              </Title>
              <ExtraList row={row} />
            </div>
          ) : null}
          <Group gap="xs" className="all-groups">
            <Text size="sm" c="dimmed">
              {t('pricing.columns.groups')}
            </Text>
            <GroupTags groups={row.enable_groups.join(',')} calm />
          </Group>
        </Stack>
        <div style={{ flex: '3 1 380px', minWidth: 0 }}>
          <ModelSample model={name} order={2} />
        </div>
      </div>
      <OtherModels prices={prices} model={name} />
    </Stack>
  );
}

/** What the model is, and the next step. */
function ModelHead({ row: { model_name: name, capabilities = [] } }: { row: PriceRow }) {
  const { t } = useTranslation();
  const { name: vendor } = vendorOf(name);
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <ModelMark model={name} size={40} />
        <div style={{ minWidth: 0 }}>
          <Group gap={4} wrap="nowrap">
            <Title order={1} className="mono" fz={20} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <IconButton
              label={`${t('ui.copy')}: ${name}`}
              icon={IconCopy}
              run={() => void copyText(name)}
            />
          </Group>
          <Group gap="xs">
            {vendor === '' ? null : (
              <Text size="sm" c="dimmed">
                {vendor}
              </Text>
            )}
            <CapabilityTags capabilities={capabilities} />
          </Group>
        </div>
      </Group>
      <TryButton model={name} />
    </Group>
  );
}

const EXAMPLE = { promptTokens: 10_000, answerTokens: 1000 };

/** The cost of a typical call, for models priced by token. */
function ExampleCost({ row, prices }: { row: PriceRow; prices: Prices }) {
  const { t } = useTranslation();
  const ratio = prices.group_ratio[ratioGroup(prices, '')] ?? Number.NaN;
  const rises = row.shownTiers.some(({ above }) => above < EXAMPLE.promptTokens);
  const quota = estimateCost(row, ratio, EXAMPLE);
  if (row.quota_type === QUOTA_TYPE_CALL || rises || quota === undefined) return null;
  return (
    <Text size="sm" c="dimmed" className="tabular">
      {t('pricing.details.example', {
        prompt: formatNumber(EXAMPLE.promptTokens),
        completion: formatNumber(EXAMPLE.answerTokens),
        cost: listCallPrice({ price: quota / UNITS_PER_USD }, 1),
      })}
    </Text>
  );
}
