import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../lazy-part.ts';
import type { ChartData } from './chart-data.ts';

const StackedChart = lazyPart(async () => ({
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
