import { integerOption, listOption, rootOptions } from './definition.ts';
import { retentionOption } from './retention-option.ts';

/** Which payloads of which calls are stored: whoever can read them reads what users wrote (ADR 87). */
export const payloadOptions = rootOptions(
  listOption('PayloadLogModels', 'payload'),
  retentionOption('PayloadRetentionDays', 'payload', 7, { min: 1, max: 365 }),
  integerOption('PayloadKilobytesMax', 'payload', 256, { min: 1, max: 4096 }),
);
