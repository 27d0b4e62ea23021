import type { TaskPlatform } from '../../domain/tasks/task.ts';
import type { CallerError } from '../errors/caller-error-fields.ts';

/** Codes of drawing services, by what their clients do about them. */
const NOT_FOUND = 3;
const INVALID = 4;
const FAILED = 9;
const SATURATED = 30;

/** A fault as clients of drawing and music services read it. */
export function renderTaskError(
  platform: TaskPlatform,
  { status, message, type, code, imageTask }: CallerError,
): Uint8Array {
  const body =
    platform === 'suno'
      ? { code, message, data: null }
      : {
          code: imageTask?.code ?? imageTaskCode(status),
          description: message,
          type,
          result: '',
          properties: imageTask?.properties ?? {},
        };
  return Buffer.from(JSON.stringify(body));
}

function imageTaskCode(status: number): number {
  if (status === 404) return NOT_FOUND;
  if (status === 429) return SATURATED;
  return status < 500 ? INVALID : FAILED;
}
