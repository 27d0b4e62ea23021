import { randomAlphanumeric } from '../../platform/ids.ts';

const FILE_ID = /^file-[\dA-Za-z]{24}$/;
const BATCH_ID = /^batch_[\dA-Za-z]{32}$/;

/** Prefix of batch ids, which distinguishes their charges in the log from those of calls. */
export const BATCH_ID_PREFIX = 'batch_';

/**
 * Creates an id of our own: ids of several providers may collide, and a provider's id must not grant access
 * here.
 */
export function newFileId(): string {
  return `file-${randomAlphanumeric(24)}`;
}

export function newBatchId(): string {
  return `${BATCH_ID_PREFIX}${randomAlphanumeric(32)}`;
}

/** Returns whether an id can be one of ours; the database is not queried for others. */
export const isFileIdFormat = (id: string): boolean => FILE_ID.test(id);
export const isBatchIdFormat = (id: string): boolean => BATCH_ID.test(id);
