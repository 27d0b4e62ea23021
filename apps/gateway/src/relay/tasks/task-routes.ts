import type { TaskPlatform } from '../../domain/tasks/task.ts';

/** The speed of an image task, which determines the quota of the upstream account it uses. */
export type ImageTaskMode = '' | 'fast' | 'relax' | 'turbo';

/** An owner's call about tasks. */
export type TaskWork =
  | { what: 'submit'; platform: 'mj'; kind: string; path: string; mode: ImageTaskMode }
  | { what: 'submit'; platform: 'suno'; kind: string; path: string }
  | { what: 'fetch'; platform: TaskPlatform; id: string }
  | { what: 'list'; platform: TaskPlatform }
  | { what: 'seed'; platform: 'mj'; id: string };

/** Routes accessible to anybody who knows an unguessable URL. */
export type PublicTaskRoute =
  | { kind: 'image'; id: string }
  | { kind: 'callback'; id: string; proof: string };

export type TaskRoute =
  | { name: 'task'; method: 'GET' | 'POST'; work: TaskWork }
  | { name: 'public-task'; method: 'GET' | 'POST'; target: PublicTaskRoute };

const IMAGE_TASK_PATH = /^\/(?:(?:mj-)?(fast|relax|turbo)\/)?mj\/(.+)$/;
const SUBMITS = new Set(
  'imagine describe blend shorten change simple-change action modal upload-discord-images video edits'.split(
    ' ',
  ),
);
const MUSIC_SUBMIT = /^\/suno\/submit\/(music|lyrics)$/i;
const MUSIC_FETCH = /^\/suno\/fetch(?:\/([\w-]{1,100}))?$/;

/** Returns the platform of a path of image or music tasks, known or not; undefined for any other path. */
export function taskPlatformOf(path: string): TaskPlatform | undefined {
  if (/^\/suno(\/|$)/.test(path)) return 'suno';
  return /^\/(?:(?:mj-)?(?:fast|relax|turbo)\/)?mj(\/|$)/.test(path) ? 'mj' : undefined;
}

/** Returns the route of a path under /mj, /{mode}/mj or /suno. */
export function findTaskRoute(path: string): TaskRoute | undefined {
  const [, mode = '', subpath] = IMAGE_TASK_PATH.exec(path) ?? [];
  if (subpath !== undefined) return findImageTaskRoute(subpath, mode as ImageTaskMode);
  const [, kind] = MUSIC_SUBMIT.exec(path) ?? [];
  if (kind !== undefined) {
    const action = kind.toLowerCase();
    const submission = { platform: 'suno', kind: action, path: `/suno/submit/${action}` } as const;
    return { name: 'task', method: 'POST', work: { what: 'submit', ...submission } };
  }
  const match = MUSIC_FETCH.exec(path);
  if (!match) return undefined;
  const [, id] = match;
  return id === undefined
    ? { name: 'task', method: 'POST', work: { what: 'list', platform: 'suno' } }
    : { name: 'task', method: 'GET', work: { what: 'fetch', platform: 'suno', id } };
}

function findImageTaskRoute(subpath: string, mode: ImageTaskMode): TaskRoute | undefined {
  const submit = (kind: string): TaskRoute => ({
    name: 'task',
    method: 'POST',
    work: { what: 'submit', platform: 'mj', kind, path: `/mj/${subpath}`, mode },
  });
  const [first, second = '', third = '', ...more] = subpath.split('/');
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
      return { name: 'public-task', method: 'GET', target: { kind: 'image', id: second } };
    case 'notify':
      return {
        name: 'public-task',
        method: 'POST',
        target: { kind: 'callback', id: second, proof: third },
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
