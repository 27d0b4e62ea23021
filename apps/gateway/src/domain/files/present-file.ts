import type { FileRow } from '../../store/files-repository.ts';

/** Returns a file as its owner sees it through the relay. */
export function presentFile(file: FileRow): Record<string, unknown> {
  return {
    id: file.file_id,
    object: 'file',
    bytes: file.bytes,
    created_at: file.created_at,
    ...(file.expires_at === null ? {} : { expires_at: file.expires_at }),
    filename: file.filename,
    purpose: file.purpose,
    status: 'processed',
    status_details: null,
  };
}
