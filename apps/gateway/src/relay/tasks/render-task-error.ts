import type { TaskPlatform } from '../../domain/tasks/task.ts';
import type { CallerError } from '../errors/caller-error-fields.ts';

/** Midjourney's codes, by how its clients react to them. */
const NOT_FOUND = 3;
const INVALID = 4;
const FAILED = 9;
const SATURATED = 30;

/** Renders an error as clients of image and music tasks expect it. */
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
