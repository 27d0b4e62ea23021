import { nowSeconds } from '../../platform/clock.ts';
import {
  expireFilesOfDeleted,
  listExpiredFiles,
  postponeExpiry,
} from '../../store/files-repository.ts';
import type { Domain } from '../domain.ts';
import { removeFile } from './remove-file.ts';

export type ExpireFilesContext = Pick<Domain, 'clock' | 'log' | 'store' | 'catalog' | 'fileTools'>;

const FILES_A_ROUND = 100;
/** How long after a failed deletion at the provider it is retried. */
const AGAIN_SECONDS = 6 * 3600;

/** Deletes expired files and those of deleted users. If deletion at the provider fails, it is retried. */
export async function expireFiles(domain: ExpireFilesContext, signal: AbortSignal): Promise<void> {
  const { store, clock, log } = domain;
  await expireFilesOfDeleted(store.db, nowSeconds(clock));
  for (;;) {
    const expiredFiles = await listExpiredFiles(store.db, nowSeconds(clock), FILES_A_ROUND);
    for (const file of expiredFiles) {
      if (signal.aborted) return;
      await removeFile(domain, file).catch(async (error: unknown) => {
        log.debug({ err: error, file: file.file_id }, 'deleting an expired file failed');
        await postponeExpiry(store.db, file.id, nowSeconds(clock) + AGAIN_SECONDS);
      });
    }
    if (expiredFiles.length < FILES_A_ROUND) return;
  }
}
