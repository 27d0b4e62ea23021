import { Alert, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import type { SystemStatus } from '@tollgate/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { CopyText } from '../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { Section } from '../../ui/layout/section.tsx';
import { RelativeTime, TimeText } from '../../ui/display/time-text.tsx';

const KIB = 1024;

/** The node that answers: who it is, what waits in its journal, and why it refuses calls if it does. */
export function NodeSection({ status }: { status: SystemStatus | undefined }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      {status?.trouble ? (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} />}
          title={t('system.trouble.title')}
          role="alert"
        >
          {translateEnum(i18n, 'system.health.reasons', status.trouble)}
        </Alert>
      ) : null}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Section title={t('system.node.title')}>
          {status ? <NodeFacts node={status.node} /> : <Skeleton height={150} />}
        </Section>
        <Section title={t('system.journal.title')}>
          {status ? <Journal journal={status.journal} /> : <Skeleton height={150} />}
        </Section>
        {status?.log_store ? (
          <Section title={t('system.health.parts.log-store')}>
            <LogStoreFacts logStore={status.log_store} />
          </Section>
        ) : null}
      </SimpleGrid>
    </>
  );
}

function NodeFacts({ node }: { node: SystemStatus['node'] }) {
  const { t, i18n } = useTranslation();
  return (
    <Paper withBorder px="md" py="xs">
      <DescriptionList>
        <DescriptionItem name={t('system.node.id')}>
          <CopyText text={node.id} />
        </DescriptionItem>
        <DescriptionItem name={t('system.node.started')}>
          <TimeText seconds={node.started_at} />
        </DescriptionItem>
        <DescriptionItem name={t('system.node.version')}>{node.version}</DescriptionItem>
        <DescriptionItem name={t('system.node.workers')}>{node.workers}</DescriptionItem>
        <DescriptionItem name={t('system.node.database')}>
          {translateEnum(i18n, 'system.databases', node.database)}
        </DescriptionItem>
      </DescriptionList>
    </Paper>
  );
}

function LogStoreFacts({ logStore }: { logStore: NonNullable<SystemStatus['log_store']> }) {
  const { t } = useTranslation();
  const whenOf = (seconds: number | null) =>
    seconds === null ? t('system.logStore.never') : <RelativeTime seconds={seconds} />;
  return (
    <Paper withBorder px="md" py="xs">
      <DescriptionList>
        <DescriptionItem name={t('system.logStore.waiting')}>
          {logStore.waiting_rows.toLocaleString()}
        </DescriptionItem>
        <DescriptionItem name={t('system.logStore.missing')}>
          {logStore.missing_rows.toLocaleString()}
        </DescriptionItem>
        <DescriptionItem name={t('system.logStore.compared')}>
          {whenOf(logStore.compared_at)}
        </DescriptionItem>
        <DescriptionItem name={t('system.logStore.refilled')}>
          {whenOf(logStore.refilled_at)}
        </DescriptionItem>
      </DescriptionList>
    </Paper>
  );
}

function Journal({ journal }: { journal: SystemStatus['journal'] }) {
  const { t } = useTranslation();
  return (
    <Paper withBorder px="md" py="xs">
      {journal ? (
        <DescriptionList>
          <DescriptionItem name={t('system.journal.rows')}>
            {journal.rows.toLocaleString()}
          </DescriptionItem>
          <DescriptionItem name={t('system.journal.bytes')}>
            {t('system.journal.kib', { size: Math.ceil(journal.bytes / KIB).toLocaleString() })}
          </DescriptionItem>
          <DescriptionItem name={t('system.journal.oldest')} show={journal.oldest_at !== null}>
            <RelativeTime seconds={journal.oldest_at ?? 0} />
          </DescriptionItem>
        </DescriptionList>
      ) : (
        <Text c="dimmed" py="xs">
          {t('system.journal.none')}
        </Text>
      )}
    </Paper>
  );
}
