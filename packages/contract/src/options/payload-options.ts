import { integerOption, listOption, RETENTION, rootOptions } from './definition.ts';

/** Which payloads of which calls are stored: whoever can read them reads what users wrote (ADR 87). */
export const payloadOptions = rootOptions(
  listOption('PayloadLogModels', 'payload'),
  integerOption('PayloadRetentionDays', 'payload', 7, { min: 1, max: 365 }, RETENTION),
  integerOption('PayloadKilobytesMax', 'payload', 256, { min: 1, max: 4096 }),
);
