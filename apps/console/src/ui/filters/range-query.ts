import type { RangeChoice } from './range-picker.tsx';

/** What a chosen range changes in the address of a list: a preset, or else its two ends. */
export const rangeQuery = ({
  preset,
  range: { start, end },
}: Pick<RangeChoice, 'preset' | 'range'>) =>
  preset === ''
    ? { range: preset, start_timestamp: start, end_timestamp: end, p: 1 }
    : { range: preset, start_timestamp: 0, end_timestamp: 0, p: 1 };
