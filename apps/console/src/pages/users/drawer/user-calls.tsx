import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import type { User } from '@tollgate/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { calls } from 'virtual:calls';
import { unixSeconds } from '../../../server-clock.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useTranslation } from '../../../texts.tsx';
import { rangeOfPreset } from '../../../ui/filters/date-range.ts';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { CallsTable, onlyCalls } from '../../dashboard/calls-table.tsx';
import { pages } from '../../index.ts';

const SHOWN = 20;

/** The latest calls of a user, answered and failed; the log has the others. */
export function UserCalls({ user: { username } }: { user: User }) {
  const { t } = useTranslation();
  const [{ start, end }] = useState(() => rangeOfPreset('30d', unixSeconds()));
  const query = { username, start_timestamp: start, end_timestamp: end, page_size: 50 };
  const list = useEndpoint(calls.listLogs, { query });
  const rows = onlyCalls(list.data?.items ?? []).slice(0, SHOWN);
  return (
    <Stack>
      {list.data === undefined && !list.error ? <Skeleton height={120} /> : null}
      {list.data && rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('users.callsEmpty')}
        </Text>
      ) : null}
      {list.error && !list.data ? (
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      ) : null}
      {rows.length > 0 ? <CallsTable rows={rows} wanted={['key', 'status']} /> : null}
      <Anchor
        component={Link}
        to={pages.log.path}
        // The routes are generated from a table, so their types know no search parameters.
        search={{ username } as never}
        size="sm"
      >
        {t('users.peek.log')}
      </Anchor>
    </Stack>
  );
}
