import { Anchor, Box, Skeleton, Stack, Table, Text } from '@mantine/core';
import type { ModelStatus, ServiceStatus } from '@tollgate/contract';
import { IconActivity } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useTranslation } from '../../texts.tsx';
import { AnsweredStrip } from '../../ui/display/answered-strip.tsx';
import { ModelMark } from '../../ui/display/model-mark.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { formatAnswered } from '../../ui/format/format-answered.ts';
import { formatSeconds } from '../../ui/format/format-seconds.ts';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { pages } from '../index.ts';
import { AllModels } from './all-models.tsx';

/** The public status of the site's models over the last 30 days, based on real calls. */
export function ServiceStatusPage() {
  const { t } = useTranslation();
  const { data: service, error, refetch } = useEndpoint(calls.getServiceStatus);
  return (
    <Stack gap="lg" py="md">
      <PageHeader title={t('shell.pages.serviceStatus')} note={t('home.status.note')} />
      {service ? (
        service.models.length > 0 ? (
          <Known service={service} />
        ) : (
          <NothingYet />
        )
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : service === null ? (
        <NothingYet />
      ) : (
        <Skeleton height={160} aria-busy />
      )}
    </Stack>
  );
}

function NothingYet() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={IconActivity}
      title={t('home.status.empty')}
      text={t('home.status.emptyText')}
    />
  );
}

function Known({ service }: { service: ServiceStatus }) {
  const { t } = useTranslation();
  const today = ({ days }: ModelStatus) => days.at(-1) ?? 2;
  const models = service.models.toSorted(
    (left, right) =>
      today(left) - today(right) || left.model_name.localeCompare(right.model_name, 'en'),
  );
  return (
    <>
      <AllModels service={service} />
      <Section title={t('home.status.models')}>
        <div className="data-table-scroll">
          <Table className="data-table tabular">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('home.models.model')}</Table.Th>
                <Table.Th visibleFrom="sm" data-align="end">
                  {t('home.models.firstToken')}
                </Table.Th>
                <Table.Th data-align="end">{t('home.status.today')}</Table.Th>
                <Table.Th visibleFrom="sm">{t('home.models.answered')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {models.map((model) => (
                <ModelRow key={model.model_name} model={model} firstDay={service.first_day} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
        <Text size="sm" c="dimmed" mt="xs">
          {t('home.models.measured')}
        </Text>
      </Section>
    </>
  );
}

/** On a phone the days are below the name. */
function ModelRow({ model, firstDay }: { model: ModelStatus; firstDay: number }) {
  const { model_name: name, days, answered, first_token_ms: first } = model;
  const today = days.at(-1) ?? null;
  const isMobile = useIsMobile();
  const strip = <AnsweredStrip days={days} answered={answered} firstDay={firstDay} />;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          component={Link}
          to={pages.pricingModel.path}
          params={{ id: name } as never}
          className="model-name touch-target"
          c="inherit"
          style={{ justifyContent: 'flex-start' }}
        >
          <ModelMark model={name} />
          <Text span truncate className="mono">
            {name}
          </Text>
        </Anchor>
        {isMobile ? <Box pb={8}>{strip}</Box> : null}
      </Table.Td>
      <Table.Td visibleFrom="sm" data-align="end">
        {first === null ? '–' : formatSeconds(first)}
      </Table.Td>
      <Table.Td data-align="end">{today === null ? '–' : formatAnswered(today)}</Table.Td>
      {isMobile ? null : <Table.Td>{strip}</Table.Td>}
    </Table.Tr>
  );
}
