import { Alert, Paper, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import type { SystemStatus } from '@tollgate/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../texts.tsx';
import { CopyText } from '../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { RelativeTime, TimeText } from '../../ui/display/time-text.tsx';

const KIB = 1024;

/** The responding node: its identity, pending journal entries, and why it refuses calls if it does. */
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
      <SimpleGrid cols={{ base: 1, md: status?.log_store ? 3 : 2 }} spacing="md">
        <Facts title={t('system.node.title')}>
          {status ? <NodeFacts node={status.node} /> : null}
        </Facts>
        <Facts title={t('system.journal.title')}>
          {status ? <Journal journal={status.journal} /> : null}
        </Facts>
        {status?.log_store ? (
          <Facts title={t('system.health.parts.log-store')}>
            <LogStoreFacts logStore={status.log_store} />
          </Facts>
        ) : null}
      </SimpleGrid>
    </>
  );
}

/** A titled card; all cards in a row are equally tall. */
function Facts({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper withBorder px="md" py="sm" component="section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {children ?? <Skeleton height={130} mt="xs" />}
    </Paper>
  );
}

function NodeFacts({ node }: { node: SystemStatus['node'] }) {
  const { t, i18n } = useTranslation();
  return (
    <DescriptionList>
      <DescriptionItem name={t('system.node.id')}>
        <CopyText text={node.id} />
      </DescriptionItem>
      <DescriptionItem name={t('system.node.started')}>
        <TimeText seconds={node.started_at} />
      </DescriptionItem>
      <DescriptionItem name={t('system.node.version')}>{node.version}</DescriptionItem>
      <DescriptionItem name={t('system.node.workers')}>
        <Count of={node.workers} />
      </DescriptionItem>
      <DescriptionItem name={t('system.node.database')}>
        {translateEnum(i18n, 'system.databases', node.database)}
      </DescriptionItem>
    </DescriptionList>
  );
}

function LogStoreFacts({ logStore }: { logStore: NonNullable<SystemStatus['log_store']> }) {
  const { t } = useTranslation();
  const whenOf = (seconds: number | null) =>
    seconds === null ? t('system.logStore.never') : <RelativeTime seconds={seconds} />;
  return (
    <DescriptionList>
      <DescriptionItem name={t('system.logStore.waiting')}>
        <Count of={logStore.waiting_rows} />
      </DescriptionItem>
      <DescriptionItem name={t('system.logStore.missing')}>
        <Count of={logStore.missing_rows} />
      </DescriptionItem>
      <DescriptionItem name={t('system.logStore.compared')}>
        {whenOf(logStore.compared_at)}
      </DescriptionItem>
      <DescriptionItem name={t('system.logStore.refilled')}>
        {whenOf(logStore.refilled_at)}
      </DescriptionItem>
    </DescriptionList>
  );
}

const Count = ({ of: count }: { of: number }) => (
  <span className="tabular">{count.toLocaleString()}</span>
);

function Journal({ journal }: { journal: SystemStatus['journal'] }) {
  const { t } = useTranslation();
  if (!journal)
    return (
      <Text c="dimmed" mt="xs">
        {t('system.journal.none')}
      </Text>
    );
  return (
    <DescriptionList>
      <DescriptionItem name={t('system.journal.rows')}>
        <Count of={journal.rows} />
      </DescriptionItem>
      <DescriptionItem name={t('system.journal.bytes')}>
        <span className="tabular">
          {t('system.journal.kib', { size: Math.ceil(journal.bytes / KIB).toLocaleString() })}
        </span>
      </DescriptionItem>
      <DescriptionItem name={t('system.journal.oldest')} show={journal.oldest_at !== null}>
        <RelativeTime seconds={journal.oldest_at ?? 0} />
      </DescriptionItem>
    </DescriptionList>
  );
}
