import { Group, Stack, Title } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { AnsweredStrip } from '../../ui/display/answered-strip.tsx';
import { CapabilityTags } from '../../ui/display/capability-tags.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { formatSeconds } from '../../ui/format/format-seconds.ts';
import { useModelStatus } from '../../ui/hooks/use-model-status.ts';
import { Extras, hasExtras } from './extras.tsx';
import { ModelSample } from './model-sample.tsx';
import type { PriceRow } from './price-rows.ts';
import { PriceTable } from './price-table.tsx';
import { TryButton } from './try-button.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

interface ModelDetailsProps {
  row: PriceRow;
  /** The group whose prices are shown, or '' for the user's own groups. */
  group?: string;
}

/** In the drawer: all prices of a model, its output limit, who may use it and how to call it. */
export function ModelDetails({ row, group = '' }: ModelDetailsProps) {
  const { t } = useTranslation();
  const { model_name: name, max_output: longest, context, capabilities = [] } = row;
  const status = useModelStatus().statusOf(name);
  return (
    <Stack gap="md">
      <PriceTable row={row} />
      <div>
        <Title order={3} mb={4}>
          {t('pricing.details.limits')}
        </Title>
        <DescriptionList>
          <DescriptionItem name={t('pricing.details.longest')} show={longest !== undefined}>
            {t('pricing.details.tokens', { tokens: formatNumber(longest ?? 0) })}
          </DescriptionItem>
          <DescriptionItem name={t('pricing.columns.context')} show={context !== undefined}>
            {t('pricing.details.tokens', { tokens: formatNumber(context ?? 0) })}
          </DescriptionItem>
          <DescriptionItem name={t('pricing.columns.capabilities')} show={capabilities.length > 0}>
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
          <DescriptionItem name={t('pricing.columns.extras')} show={hasExtras(row)}>
            <Extras row={row} />
          </DescriptionItem>
        </DescriptionList>
      </div>
      <ModelSample model={name} />
      <Group gap="xs">
        <TryButton model={name} group={group} />
      </Group>
    </Stack>
  );
}
