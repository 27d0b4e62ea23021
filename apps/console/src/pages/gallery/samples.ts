import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { Column } from '../../ui/tables/column.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

/** Sample data for the gallery; names only, so not translated. */
export interface SampleRow {
  id: number;
  name: string;
  amount: number;
}

export const SAMPLE_ROWS: readonly SampleRow[] = [
  { id: 1, name: 'one', amount: 12_345 },
  { id: 2, name: 'a name that is rather long and does not want to end', amount: 0 },
  { id: 3, name: 'three', amount: 987_654_321 },
];

export const SAMPLE_COLUMNS: readonly Column<SampleRow>[] = [
  { key: 'name', header: 'name', fixed: true, mobile: 'title', render: ({ name }) => name },
  { key: 'id', header: 'id', mobile: 'badge', render: ({ id }) => id },
  {
    key: 'amount',
    header: 'amount',
    align: 'end',
    render: ({ amount }) => formatNumber(amount),
  },
];

export const SAMPLE_TONES = [
  { tone: 'good', icon: IconCircleCheck },
  { tone: 'info', icon: IconInfoCircle },
  { tone: 'warn', icon: IconClock },
  { tone: 'bad', icon: IconAlertTriangle },
  { tone: 'off', icon: IconCircleMinus },
] as const;

export const SAMPLE_GROUPS = 'default,vip,svip';
export const SAMPLE_ID = '20261121-7f3a';
export const SAMPLE_JSON = '{"gpt-4o": }';
export const SAMPLE_QUOTA = 123_456_789;
export const SAMPLE_TIME = 1_790_000_000;
export const SAMPLE_KEY = {
  secret: `sk-${'0123456789ab'.repeat(4)}`,
  model: 'gpt-4o',
};
