import type { RangeChoice } from './range-choice.ts';

/** Converts a selected range to query parameters: a preset, or else start and end. */
export const rangeQuery = ({
  preset,
  range: { start, end },
}: Pick<RangeChoice, 'preset' | 'range'>) =>
  preset === ''
    ? { range: preset, start_timestamp: start, end_timestamp: end, p: 1 }
    : { range: preset, start_timestamp: 0, end_timestamp: 0, p: 1 };
