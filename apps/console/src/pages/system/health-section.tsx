import { Stack, Text } from '@mantine/core';
import type { HealthPart, SystemStatus } from '@tollgate/contract';
import { IconAlertTriangle, IconCircleCheck, IconHeartbeat } from '@tabler/icons-react';
import type { i18n } from 'i18next';
import { useTranslation } from '../../texts.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { StatusTag, type Tone } from '../../ui/display/status-tag.tsx';
import { SectionTable } from './section-table.tsx';

const TONES: Readonly<Record<HealthPart['state'], Tone>> = {
  ok: 'good',
  impaired: 'warn',
  failed: 'bad',
};

/** The state of the components that the responding node depends on, and the effect of an impaired one. */
export function HealthSection({ parts }: { parts: SystemStatus['parts'] | undefined }) {
  const { t, i18n } = useTranslation();
  return (
    <Section title={t('system.health.title')}>
      <Stack gap="xs">
        <SectionTable
          label={t('system.health.title')}
          columns={healthColumns(i18n)}
          rows={parts}
          empty={<EmptyState icon={IconHeartbeat} title={t('system.health.title')} text="" />}
        />
        <Text size="xs" c="dimmed">
          {t('system.health.hint')}
        </Text>
      </Stack>
    </Section>
  );
}

function healthColumns({ t }: i18n): Column<HealthPart>[] {
  return [
    {
      key: 'name',
      header: t('system.health.part'),
      mobile: 'title',
      render: ({ name }) => t(`system.health.parts.${name}`),
    },
    {
      key: 'state',
      header: t('system.health.state'),
      mobile: 'badge',
      render: ({ state }) => (
        <StatusTag
          tone={TONES[state]}
          icon={state === 'ok' ? IconCircleCheck : IconAlertTriangle}
          label={t(`system.health.states.${state}`)}
        />
      ),
    },
    {
      key: 'reason',
      header: t('system.health.reason'),
      render: ({ reason }) =>
        reason === null ? (
          ''
        ) : (
          <span style={{ whiteSpace: 'normal' }}>{t(`system.health.reasons.${reason}`)}</span>
        ),
    },
  ];
}
