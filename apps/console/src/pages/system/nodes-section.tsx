import { Badge, Group } from '@mantine/core';
import type { SystemStatus } from '@tollgate/contract';
import { IconServer } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../texts.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { CopyText } from '../../ui/display/copy.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Money } from '../../ui/display/money.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { RelativeTime } from '../../ui/display/time-text.tsx';
import { SectionTable } from './section-table.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

type Node = SystemStatus['nodes'][number];

/** All nodes of the cluster: last seen, and how much of the users' quota they hold. */
export function NodesSection({
  nodes,
  hereId,
}: {
  nodes: SystemStatus['nodes'] | undefined;
  hereId: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <Section title={t('system.nodes.title')}>
      <SectionTable
        label={t('system.nodes.title')}
        columns={nodeColumns(t, hereId)}
        rows={nodes}
        empty={
          <EmptyState
            icon={IconServer}
            title={t('system.nodes.empty')}
            text={t('system.nodes.emptyText')}
          />
        }
      />
    </Section>
  );
}

function nodeColumns(t: TFunction, hereId: string | undefined): Column<Node>[] {
  const column = (key: 'id' | 'version' | 'seen' | 'leases' | 'held') => ({
    key,
    header: t(`system.nodes.${key}`),
  });
  return [
    {
      ...column('id'),
      mobile: 'title',
      render: ({ id }) => (
        <Group gap={8} wrap="nowrap">
          <CopyText text={id} />
          {id === hereId ? (
            <Badge variant="default" tt="none">
              {t('system.nodes.here')}
            </Badge>
          ) : null}
        </Group>
      ),
    },
    { ...column('version'), render: ({ version }) => version || '–' },
    {
      ...column('seen'),
      render: ({ seen_at: at }) =>
        at === 0 ? t('system.nodes.notSeen') : <RelativeTime seconds={at} />,
    },
    {
      ...column('leases'),
      align: 'end',
      render: ({ leases }) => formatNumber(leases),
    },
    { ...column('held'), align: 'end', render: ({ held }) => <Money quota={held} /> },
  ];
}
