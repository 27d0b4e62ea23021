import { Alert, Paper, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import type { HealthPart, SystemStatus } from '@tollgate/contract';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../texts.tsx';
import { CopyText } from '../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { RelativeTime, TimeText } from '../../ui/display/time-text.tsx';
import { StatusTag, type Tone } from '../../ui/display/status-tag.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

const KIB = 1024;
const TONES: Readonly<Record<HealthPart['state'], Tone>> = {
  ok: 'good',
  impaired: 'warn',
  failed: 'bad',
};

/**
 * The responding node: its identity, the components it depends on, pending journal entries, and why it refuses
 * calls if it does.
 */
export function NodeSection({
  status,
  isDatabaseAway,
}: {
  status: SystemStatus | undefined;
  isDatabaseAway: boolean;
}) {
  const { t, i18n } = useTranslation();
  const hasJournal = Boolean(status?.journal);
  const hasLogStore = Boolean(status?.log_store);
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
      <SimpleGrid cols={{ base: 1, md: hasJournal !== hasLogStore ? 3 : 2 }} spacing="md">
        <Facts title={t('system.node.title')}>
          {status ? <NodeFacts node={status.node} hasJournal={hasJournal} /> : null}
        </Facts>
        <Facts title={t('system.health.title')}>
          {status ? <Components parts={status.parts} /> : null}
        </Facts>
        {hasJournal ? (
          <Facts title={t('system.journal.title')}>
            {!status?.journal ? null : isDatabaseAway ? (
              <Text size="sm" mt={4}>
                {t('system.journal.away')}
              </Text>
            ) : (
              <Journal journal={status.journal} />
            )}
          </Facts>
        ) : null}
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

function NodeFacts({ node, hasJournal }: { node: SystemStatus['node']; hasJournal: boolean }) {
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
      <DescriptionItem name={t('system.journal.title')} show={!hasJournal}>
        {t('system.journal.none')}
      </DescriptionItem>
    </DescriptionList>
  );
}

/** The state of the components, and the effect of an impaired one. */
function Components({ parts }: { parts: SystemStatus['parts'] }) {
  const { t } = useTranslation();
  return (
    <>
      <DescriptionList>
        {parts.map(({ name, state }) => (
          <DescriptionItem key={name} name={t(`system.health.parts.${name}`)}>
            <StatusTag
              tone={TONES[state]}
              icon={state === 'ok' ? IconCircleCheck : IconAlertTriangle}
              label={t(`system.health.states.${state}`)}
            />
          </DescriptionItem>
        ))}
      </DescriptionList>
      {parts.map(({ name, reason }) =>
        reason === null ? null : (
          <Text key={name} size="sm" mt={4}>
            {t(`system.health.reasons.${reason}`)}
          </Text>
        ),
      )}
      <Text size="xs" c="dimmed" mt="xs">
        {t('system.health.hint')}
      </Text>
    </>
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
  <span className="tabular">{formatNumber(count)}</span>
);

function Journal({ journal }: { journal: NonNullable<SystemStatus['journal']> }) {
  const { t } = useTranslation();
  return (
    <DescriptionList>
      <DescriptionItem name={t('system.journal.rows')}>
        <Count of={journal.rows} />
      </DescriptionItem>
      <DescriptionItem name={t('system.journal.bytes')}>
        <span className="tabular">
          {t('system.journal.kib', {
            size: formatNumber(Math.ceil(journal.bytes / KIB)),
          })}
        </span>
      </DescriptionItem>
      <DescriptionItem name={t('system.journal.oldest')} show={journal.oldest_at !== null}>
        <RelativeTime seconds={journal.oldest_at ?? 0} />
      </DescriptionItem>
    </DescriptionList>
  );
}
