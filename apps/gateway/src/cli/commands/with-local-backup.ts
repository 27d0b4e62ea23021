import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseS3Address, S3Bucket } from '../../domain/backup/s3-bucket.ts';
import { withWorkFolder } from '../../domain/backup/with-work-folder.ts';
import type { Config } from '../../platform/config.ts';

/** Runs `use` with a backup as a local file: the file itself, or a copy of s3://bucket/key in DATA_DIR. */
export async function withLocalBackup<Result>(
  location: string,
  config: Config,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const address = parseS3Address(location);
  if (!address) return use(location);
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  return withWorkFolder(config.DATA_DIR, '.tollgate-s3-', async (work) => {
    const path = join(work, 'backup');
    await new S3Bucket(config, address.bucket).download(address.key, path);
    return use(path);
  });
}
