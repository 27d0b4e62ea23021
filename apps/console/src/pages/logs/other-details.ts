import type { LogOther } from '@tollgate/contract';

/** A value in the `other` of a row that has no column; the names are keys under `logs.other`. */
export type OtherDetail =
  | 'frt'
  | 'ws'
  | 'audio'
  | 'text_input'
  | 'text_output'
  | 'audio_input'
  | 'audio_output'
  | 'cache_tokens'
  | 'cache_write_tokens'
  | 'reasoning_tokens'
  | 'group'
  | 'group_ratio'
  | 'model_ratio'
  | 'model_price'
  | 'completion_ratio'
  | 'audio_ratio'
  | 'audio_completion_ratio'
  | 'image_input'
  | 'image_ratio'
  | 'price_tier'
  | 'images'
  | 'image_size'
  | 'image_quality'
  | 'size_factor'
  | 'quality_factor'
  | 'characters'
  | 'seconds'
  | 'unlogged';

const NAMES: readonly OtherDetail[] = [
  'frt',
  'ws',
  'audio',
  'text_input',
  'text_output',
  'audio_input',
  'audio_output',
  'cache_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
  'group',
  'group_ratio',
  'model_ratio',
  'model_price',
  'completion_ratio',
  'audio_ratio',
  'audio_completion_ratio',
  'image_input',
  'image_ratio',
  'price_tier',
  'images',
  'image_size',
  'image_quality',
  'size_factor',
  'quality_factor',
  'characters',
  'seconds',
  'unlogged',
];

/** Lists the details of a row in a fixed order, without unset flags. */
export function listOtherDetails(
  other: LogOther,
): { name: OtherDetail; value: string | number | true }[] {
  return NAMES.flatMap((name) => {
    const value = other[name];
    return value === undefined || value === false || value === '' ? [] : [{ name, value }];
  });
}
