import { Alert, Button, Text, Title } from '@mantine/core';
import { type LogEntry, ROLE_ROOT } from '@tollgate/contract';
import { IconEye } from '@tabler/icons-react';
import { Suspense } from 'react';
import { calls } from 'virtual:calls';
import { lazyPart } from '../../../lazy-part.ts';
import { useEndpointMutation } from '../../../api/use-endpoint.ts';
import { useStoredUser } from '../../../session/session.ts';
import { useTranslation } from '../../../texts.tsx';
import { readOther } from '../read-other.ts';

const PayloadView = lazyPart(async () => ({
  default: (await import('./payload-view.tsx')).PayloadView,
}));

/** The payload of a call, for the super admin and only on request: each view is recorded in the audit log. */
export function PayloadSection({ row }: { row: LogEntry }) {
  const { t } = useTranslation();
  const id = readOther(row).admin_info?.payload;
  const isRoot = (useStoredUser()?.role ?? 0) >= ROLE_ROOT;
  const read = useEndpointMutation(calls.readPayload);
  if (id === undefined && !isRoot) return null;
  return (
    <section>
      <Title order={3} mb={6}>
        {t('logs.payload.title')}
      </Title>
      {id === undefined ? (
        <Text c="dimmed">{t('logs.payload.none')}</Text>
      ) : !isRoot ? (
        <Text c="dimmed">{t('logs.payload.noRight')}</Text>
      ) : read.data ? (
        <Suspense fallback={null}>
          <PayloadView payload={read.data} row={row} />
        </Suspense>
      ) : (
        <>
          {read.error ? (
            <Alert color="yellow" mb="xs">
              {read.error.message}
            </Alert>
          ) : null}
          <Text size="sm" c="dimmed" mb="xs">
            {t('logs.payload.note')}
          </Text>
          <Button
            variant="default"
            leftSection={<IconEye size={16} />}
            loading={read.isPending}
            onClick={() => read.mutate({ params: { id } })}
          >
            {t('logs.payload.show')}
          </Button>
        </>
      )}
    </section>
  );
}
