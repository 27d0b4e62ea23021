import { randomAlphanumeric } from '../../platform/ids.ts';

const FILE_ID = /^file-[\dA-Za-z]{24}$/;
const BATCH_ID = /^batch_[\dA-Za-z]{32}$/;

/** What the ids of batches begin with, and by which the log tells their charges from those of calls. */
export const BATCH_ID_PREFIX = 'batch_';

/**
 * Our own ids, because ids of several providers may collide, and a provider's id must grant no access here.
 */
export function newFileId(): string {
  return `file-${randomAlphanumeric(24)}`;
}

export function newBatchId(): string {
  return `${BATCH_ID_PREFIX}${randomAlphanumeric(32)}`;
}

/** Whether an id can be one of ours; the database is not queried for others. */
export const mayBeFileId = (id: string): boolean => FILE_ID.test(id);
export const mayBeBatchId = (id: string): boolean => BATCH_ID.test(id);
