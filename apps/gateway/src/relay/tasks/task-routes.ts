import type { TaskPlatform } from '../../domain/tasks/task.ts';

/** How fast a drawing is wished: the account of the upstream that it is charged to. */
export type DrawingMode = '' | 'fast' | 'relax' | 'turbo';

/** A call of an owner about tasks. */
export type TaskWork =
  | { what: 'submit'; platform: 'mj'; kind: string; path: string; mode: DrawingMode }
  | { what: 'submit'; platform: 'suno'; kind: string; path: string }
  | { what: 'fetch'; platform: TaskPlatform; id: string }
  | { what: 'list'; platform: TaskPlatform }
  | { what: 'seed'; platform: 'mj'; id: string };

/** What is open to whoever knows an address that can't be guessed. */
export type TaskDoor =
  | { door: 'picture'; id: string }
  | { door: 'notice'; id: string; proof: string };

export type TaskRoute =
  | { name: 'task'; method: 'GET' | 'POST'; work: TaskWork }
  | { name: 'task-door'; method: 'GET' | 'POST'; at: TaskDoor };

const DRAWING_PATH = /^\/(?:(?:mj-)?(fast|relax|turbo)\/)?mj\/(.+)$/;
const SUBMITS = new Set(
  'imagine describe blend shorten change simple-change action modal upload-discord-images video edits'.split(
    ' ',
  ),
);
const SONG_SUBMIT = /^\/suno\/submit\/(music|lyrics)$/i;
const SONG_FETCH = /^\/suno\/fetch(?:\/([\w-]{1,100}))?$/;

/** Whether a path belongs to drawings or music, known or not. */
export function taskPlatformOf(path: string): TaskPlatform | undefined {
  if (/^\/suno(\/|$)/.test(path)) return 'suno';
  return /^\/(?:(?:mj-)?(?:fast|relax|turbo)\/)?mj(\/|$)/.test(path) ? 'mj' : undefined;
}

/** The route of a path under /mj, /{mode}/mj or /suno. */
export function findTaskRoute(path: string): TaskRoute | undefined {
  const [, mode = '', rest] = DRAWING_PATH.exec(path) ?? [];
  if (rest !== undefined) return findDrawingRoute(rest, mode as DrawingMode);
  const [, kind] = SONG_SUBMIT.exec(path) ?? [];
  if (kind !== undefined) {
    const action = kind.toLowerCase();
    const place = { platform: 'suno', kind: action, path: `/suno/submit/${action}` } as const;
    return { name: 'task', method: 'POST', work: { what: 'submit', ...place } };
  }
  const fetched = SONG_FETCH.exec(path);
  if (!fetched) return undefined;
  const [, id] = fetched;
  return id === undefined
    ? { name: 'task', method: 'POST', work: { what: 'list', platform: 'suno' } }
    : { name: 'task', method: 'GET', work: { what: 'fetch', platform: 'suno', id } };
}

function findDrawingRoute(rest: string, mode: DrawingMode): TaskRoute | undefined {
  const submit = (kind: string): TaskRoute => ({
    name: 'task',
    method: 'POST',
    work: { what: 'submit', platform: 'mj', kind, path: `/mj/${rest}`, mode },
  });
  const [first, second = '', third = '', ...more] = rest.split('/');
  if (more.length > 0) return undefined;
  switch (first) {
    case 'submit':
      return SUBMITS.has(second) && third === '' ? submit(second) : undefined;
    case 'insight-face':
      return second === 'swap' && third === '' ? submit('swap') : undefined;
    case 'task':
      return findQuestion(second, third);
    case 'image':
      if (third !== '') return undefined;
      return { name: 'task-door', method: 'GET', at: { door: 'picture', id: second } };
    case 'notify':
      return {
        name: 'task-door',
        method: 'POST',
        at: { door: 'notice', id: second, proof: third },
      };
    default:
      return undefined;
  }
}

function findQuestion(id: string, part: string): TaskRoute | undefined {
  if (id === 'list-by-condition' && part === '')
    return { name: 'task', method: 'POST', work: { what: 'list', platform: 'mj' } };
  if (part !== 'fetch' && part !== 'image-seed') return undefined;
  const what = part === 'fetch' ? 'fetch' : 'seed';
  return { name: 'task', method: 'GET', work: { what, platform: 'mj', id } };
}
