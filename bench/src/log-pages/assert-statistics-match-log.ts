import { BenchError } from '../bench-error.ts';
import { openConsole } from '../open-console.ts';
import { SPAN_SECONDS } from './fill-log.ts';
import { openDatabase, type DataLocation } from './place.ts';

/** Throws unless the statistics of all rows equal their sum: a fast but wrong result does not count. */
export async function assertStatisticsMatchLog(
  location: DataLocation,
  url: string,
  now: number,
): Promise<void> {
  const database = await openDatabase(location);
  const sum = await database.count('SELECT sum(quota) FROM logs WHERE type = 2');
  await database.close();
  const root = await openConsole(url);
  const since = now - 2 * SPAN_SECONDS;
  const log = await root.call<{ quota: number }>('GET', `/api/log/stat?start_timestamp=${since}`);
  const { totals } = await root.call<{ totals: { spend: number } }>(
    'GET',
    `/api/data/report?start=${since}&end=${now + 3600}`,
  );
  for (const [what, quota] of [
    ['statistic', log.quota],
    ['dashboard', totals.spend],
  ] as const)
    if (quota !== sum) throw new BenchError(`the ${what} says ${quota}, the rows say ${sum}`);
}
