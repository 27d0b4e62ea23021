import { pageNumber } from '@tollgate/contract';
import dayjs from 'dayjs';
import { z } from 'zod';

const text = z.string().catch('');
const seconds = z.coerce.number().int().min(0).catch(0);

/** What the address of the log holds. 0 and empty mean: not chosen. */
export const logQuery = z.object({
  p: pageNumber,
  page_size: z.coerce.number().int().min(1).max(1000).catch(10),
  type: z.coerce.number().int().min(0).max(5).catch(0),
  token_name: text,
  model_name: text,
  group: text,
  username: text,
  channel: seconds,
  request_id: text,
  start_timestamp: seconds,
  end_timestamp: seconds,
});
export type LogQuery = z.output<typeof logQuery>;

const DAYS = 3;
/** The window only moves by whole minutes, so that the same view asks the same question. */
const roundDown = (value: number) => value - (value % 60);

/** The time window of a query: by default from 3 days ago to one hour ahead. */
export function windowOf({ start_timestamp, end_timestamp }: LogQuery): {
  start_timestamp: number;
  end_timestamp: number;
} {
  const now = roundDown(dayjs().unix());
  return {
    start_timestamp: start_timestamp || now - DAYS * 86_400,
    end_timestamp: end_timestamp || now + 3600,
  };
}

export const NO_FILTERS = {
  type: 0,
  token_name: '',
  model_name: '',
  group: '',
  username: '',
  channel: 0,
  request_id: '',
  start_timestamp: 0,
  end_timestamp: 0,
  p: 1,
} as const;
