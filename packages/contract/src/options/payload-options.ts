import { integerOption, listOption, rootOptions } from './definition.ts';

/** What of which calls is kept: whoever reads it reads what people wrote (ADR 87). */
export const payloadOptions = rootOptions(
  listOption('PayloadLogModels', 'payload'),
  integerOption('PayloadRetentionDays', 'payload', 7, { min: 1, max: 365 }),
  integerOption('PayloadKilobytesMax', 'payload', 256, { min: 1, max: 4096 }),
);
