import { Alert, Box, Button, Group, Stack, Switch } from '@mantine/core';
import { CHANNEL_ENABLED, type ChannelRow } from '@tollgate/contract';
import { IconFlask, IconPencil } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { CopyText } from '../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { Money } from '../../ui/display/money.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { AuditLink } from '../audit/audit-link.tsx';
import { ChannelActivitySection } from './channel-activity-section.tsx';
import { ChannelHistorySection } from './channel-history.tsx';
import { ChannelHealth } from './channel-health.tsx';
import { ChannelKeys } from './channel-keys.tsx';
import { CoolingFault } from './cooling-fault.tsx';
import { ConditionTag } from './condition-tag.tsx';
import { FaultBox } from './fault-box.tsx';
import { ProviderTile } from './provider-tile.tsx';
import { ResponseTime, UpstreamBalance } from './channel-tags.tsx';
import { TYPE_WITH_KEY_FILE } from './validate-channel.ts';
import { NoPriceBadge } from '../../ui/prices/no-price-badge.tsx';
import { UnpricedModels } from '../../ui/prices/unpriced-models.tsx';
import { useUnpricedModels } from '../../ui/prices/use-unpriced-models.ts';
import { TypeTag } from './type-tag.tsx';
import type { ChannelTypes } from './use-channel-types.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

export interface ChannelPeekProps {
  row: ChannelRow;
  types: ChannelTypes;
  edit: () => void;
  test: () => void;
  toggle: () => void;
}

/** All details of one channel, for which the list has no space; never its key. */
export function ChannelPeek({ row, types, edit, test, toggle }: ChannelPeekProps) {
  const { t } = useTranslation();
  const models = row.models.split(',').filter((model) => model !== '');
  const unpriced = useUnpricedModels(models);
  return (
    <Stack>
      <Group gap="sm" justify="space-between">
        <Group gap="sm" wrap="nowrap">
          <Switch
            checked={row.status === CHANNEL_ENABLED}
            label={t('channels.columns.on')}
            onChange={toggle}
          />
          <ConditionTag row={row} />
        </Group>
        <Group gap="xs" wrap="nowrap">
          <Button size="xs" variant="default" leftSection={<IconFlask size={14} />} onClick={test}>
            {t('channels.actions.test')}
          </Button>
          <Button size="xs" variant="default" leftSection={<IconPencil size={14} />} onClick={edit}>
            {t('channels.actions.edit')}
          </Button>
          <AuditLink subject="channel" id={row.id} label={t('channels.peek.audit')} />
        </Group>
      </Group>
      {row.condition === 'cooling' || row.condition === 'probing' ? (
        <CoolingFault
          row={row}
          address={row.base_url || (types.find(row.type)?.default_base_url ?? '')}
        />
      ) : null}
      {row.status !== CHANNEL_ENABLED && row.status_reason !== '' ? (
        <Alert color="red" variant="light">
          {row.status_reason}
        </Alert>
      ) : null}
      {row.test_fault ? (
        <FaultBox cause={row.test_fault}>
          <Button size="xs" leftSection={<IconFlask size={14} />} onClick={test}>
            {t('channels.test.again')}
          </Button>
          <Button size="xs" variant="default" leftSection={<IconPencil size={14} />} onClick={edit}>
            {t('channels.actions.edit')}
          </Button>
        </FaultBox>
      ) : null}
      <ChannelActivitySection id={row.id} />
      <ChannelHistorySection id={row.id} />
      <DescriptionList>
        <DescriptionItem name={t('channels.columns.type')}>
          <TypeTag label={types.label(row.type)} color={types.find(row.type)?.color} />
        </DescriptionItem>
        <DescriptionItem name={t('channels.columns.group')}>
          <GroupTags groups={row.group} />
        </DescriptionItem>
        <DescriptionItem name={t('channels.form.tag')} show={row.tag !== ''}>
          {row.tag}
        </DescriptionItem>
        <DescriptionItem name={t('channels.form.baseUrl')}>
          <span className="mono">{row.base_url || types.find(row.type)?.default_base_url}</span>
        </DescriptionItem>
        <DescriptionItem name={t('channels.columns.response')}>
          <ResponseTime row={row} t={t} />
        </DescriptionItem>
        <DescriptionItem name={t('channels.peek.tested')}>
          <When seconds={row.test_time} />
        </DescriptionItem>
        <DescriptionItem name={t('channels.columns.used')}>
          <Money quota={row.used_quota} exact />
        </DescriptionItem>
        <DescriptionItem name={t('channels.columns.balance')}>
          <UpstreamBalance row={row} t={t} />
        </DescriptionItem>
        <DescriptionItem name={t('channels.peek.balanceAt')}>
          <When seconds={row.balance_updated_time} />
        </DescriptionItem>
        <DescriptionItem name={t('channels.columns.priority')}>{row.priority}</DescriptionItem>
        <DescriptionItem name={t('channels.columns.weight')}>{row.weight}</DescriptionItem>
        <DescriptionItem name={t('channels.form.autoBan')}>
          {t(row.auto_ban === 1 ? 'ui.yes' : 'ui.no')}
        </DescriptionItem>
        <DescriptionItem name={t('channels.form.maxInput')} show={row.max_input_tokens > 0}>
          {formatNumber(row.max_input_tokens)}
        </DescriptionItem>
        <DescriptionItem name={t('channels.peek.created')}>
          <When seconds={row.created_time} />
        </DescriptionItem>
      </DescriptionList>
      {row.status === CHANNEL_ENABLED ? <ChannelHealth id={row.id} /> : null}
      {row.key_unreadable ? null : (
        <ChannelKeys id={row.id} single={row.type === TYPE_WITH_KEY_FILE} />
      )}
      <Section title={t('channels.peek.models', { count: models.length })}>
        <Group gap={6}>
          {models.map((model) => (
            <Group key={model} gap={2} wrap="nowrap" maw="100%">
              <CopyText text={model} />
              {unpriced.has(model) ? <NoPriceBadge /> : null}
            </Group>
          ))}
        </Group>
        <Box mt="sm">
          <UnpricedModels models={models} />
        </Box>
      </Section>
    </Stack>
  );
}

/** The title of a channel's details: mark, name and id. */
export function ChannelTitle({ row, types }: Pick<ChannelPeekProps, 'row' | 'types'>) {
  return (
    <span className="channel-name">
      <ProviderTile label={types.label(row.type)} color={types.find(row.type)?.color} />
      {row.name}
      <CopyText text={String(row.id)} label={`#${row.id}`} />
    </span>
  );
}

function When({ seconds }: { seconds: number }) {
  const { t } = useTranslation();
  return seconds === 0 ? t('channels.peek.never') : <TimeText seconds={seconds} />;
}
