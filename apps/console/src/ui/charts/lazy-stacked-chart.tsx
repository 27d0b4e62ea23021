import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { ChartData } from './chart-data.ts';

const StackedChart = lazy(async () => ({
  default: (await import('./stacked-chart.tsx')).StackedChart,
}));

/** A stacked chart whose code is loaded when the first one is shown. */
export function LazyStackedChart(data: ChartData) {
  return (
    <Suspense fallback={<Skeleton height={284} />}>
      <StackedChart {...data} />
    </Suspense>
  );
}
