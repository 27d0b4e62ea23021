import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../feedback/empty-state.tsx';

const HEIGHT = 64;

/** A vertical list of loaded entries; placeholders while loading, and the reason if there are none. */
export function LoadedList<Entry extends { id: number }>({
  query: { data, error, refetch },
  empty,
  children,
}: {
  query: UseQueryResult<Entry[]>;
  empty: ReactNode;
  children: (entry: Entry) => ReactNode;
}) {
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data)
    return (
      <Stack aria-busy>
        {[1, 2, 3].map((entry) => (
          <Skeleton key={entry} height={HEIGHT} />
        ))}
      </Stack>
    );
  if (data.length === 0) return empty;
  return (
    <ol className="entry-list">
      {data.map((entry) => (
        <li key={entry.id}>{children(entry)}</li>
      ))}
    </ol>
  );
}
