import { Group, Text } from '@mantine/core';
import type { TrafficRule } from '@tollgate/contract';
import {
  IconChartBar,
  IconCircleCheck,
  IconCircleOff,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/tables/column.ts';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { RowMenu } from '../../ui/tables/row-menu.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

export interface RuleActions {
  compare: (rule: TrafficRule) => void;
  toggle: (rule: TrafficRule) => void;
  edit: (rule: TrafficRule) => void;
  remove: (rule: TrafficRule) => void;
}

type Key = 'id' | 'name' | 'kind' | 'state' | 'scope' | 'percent' | 'target' | 'actions';

/** Returns the columns of the list of rules. */
export function ruleColumns(t: TFunction, actions: RuleActions): Column<TrafficRule>[] {
  const column = (key: Key) => ({ key, header: t(`traffic.columns.${key}`) });
  return [
    {
      ...column('id'),
      mobile: 'hidden',
      fixed: true,
      width: 72,
      render: ({ id }) => <span className="tabular">{id}</span>,
    },
    {
      ...column('name'),
      mobile: 'title',
      fixed: true,
      render: ({ name }) => (
        <Text inherit fw={500} truncate maw={240} title={name}>
          {name}
        </Text>
      ),
    },
    { ...column('kind'), mobile: 'figure', render: ({ kind }) => t(`traffic.kinds.${kind}`) },
    {
      ...column('state'),
      mobile: 'status',
      render: ({ enabled }) => (
        <StatusTag
          tone={enabled ? 'good' : 'off'}
          icon={enabled ? IconCircleCheck : IconCircleOff}
          label={t(enabled ? 'traffic.on' : 'traffic.off')}
        />
      ),
    },
    {
      ...column('scope'),
      render: ({ group, model }) => `${model} · ${group || t('traffic.everyGroup')}`,
    },
    {
      ...column('percent'),
      mobile: 'figure',
      align: 'end',
      render: ({ percent, kind }) => (
        <span className="tabular">{`${kind === 'hedge' ? '≤ ' : ''}${percent}%`}</span>
      ),
    },
    { ...column('target'), render: (rule) => targetText(rule, t) },
    {
      ...column('actions'),
      mobile: 'actions',
      fixed: true,
      align: 'end',
      render: (rule) => <RowActions rule={rule} t={t} {...actions} />,
    },
  ];
}

/** Returns where a canary or mirror goes; for a hedge, when it is sent. */
export function targetText(rule: TrafficRule, t: TFunction): string {
  const { kind, target_channel_id: id, target_channel_name: name, target_model: model } = rule;
  if (kind === 'hedge')
    return t('traffic.delays', {
      min: formatNumber(rule.min_delay_ms),
      max: formatNumber(rule.max_delay_ms),
    });
  const channel = name ? `#${id} ${name}` : t('traffic.goneChannel', { id });
  return [id === 0 ? '' : channel, model].filter(Boolean).join(' · ');
}

function RowActions({
  rule,
  t,
  compare,
  toggle,
  edit,
  remove,
}: RuleActions & { rule: TrafficRule; t: TFunction }) {
  const { name, enabled } = rule;
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <IconButton
        label={`${t('traffic.actions.compare')}: ${name}`}
        icon={IconChartBar}
        run={() => compare(rule)}
      />
      <IconButton
        label={`${t(enabled ? 'traffic.actions.disable' : 'traffic.actions.enable')}: ${name}`}
        icon={enabled ? IconPlayerPause : IconPlayerPlay}
        run={() => toggle(rule)}
      />
      <RowMenu
        label={name}
        actions={[
          { label: t('traffic.actions.edit'), icon: IconPencil, run: () => edit(rule) },
          {
            label: t('traffic.actions.delete'),
            icon: IconTrash,
            danger: true,
            run: () => remove(rule),
          },
        ]}
      />
    </Group>
  );
}
