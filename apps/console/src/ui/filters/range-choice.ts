import type { Comparison, DateRange, RangePreset } from './date-range.ts';

/** What was chosen in a range picker. */
export interface RangeChoice {
  /** '' for a range given by start and end. */
  preset: RangePreset | '';
  /** If there is a preset, its range at this moment. */
  range: DateRange;
  comparison: Comparison;
}

/** What a range picker shows; its panel, loaded when it opens, takes the same. */
export interface RangePickerProps {
  /** The active preset; '' for a range given by start and end. */
  preset: RangePreset | '';
  /** The range shown, whatever it comes from, in seconds, both ends included. */
  range: DateRange;
  presets?: readonly RangePreset[];
  /** What the range is compared with; absent if the page has no comparison. */
  comparison?: Comparison;
  /** The time zone that determines days; '' means the browser's. */
  zone?: string;
  choose: (choice: RangeChoice) => void;
}
