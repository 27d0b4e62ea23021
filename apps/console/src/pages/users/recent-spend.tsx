import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { unixSeconds } from '../../server-clock.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { DescriptionItem } from '../../ui/display/description-list.tsx';
import { Money } from '../../ui/display/money.tsx';
import { rangeOfPreset } from '../../ui/filters/date-range.ts';

/** A user's spend in the last seven days, net of refunds, and the number of calls. */
export function RecentSpend({ username }: { username: string }) {
  const { t } = useTranslation();
  const [{ start, end }] = useState(() => rangeOfPreset('7d', unixSeconds()));
  const query = { username, start_timestamp: start, end_timestamp: end };
  const { data, error } = useEndpoint(calls.getLogStat, { query });
  if (error && !data) return null;
  return (
    <DescriptionItem name={t('users.peek.lastWeek')}>
      {data ? (
        // A single element: the space between text and a separate element would be lost.
        <span>
          <Money quota={data.quota} exact />
          {` · ${t('users.peek.calls', { count: data.calls })}`}
        </span>
      ) : (
        <Skeleton height={16} width={90} />
      )}
    </DescriptionItem>
  );
}
