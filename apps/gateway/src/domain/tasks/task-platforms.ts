import type { TaskPlatform } from '../../store/tasks-table.ts';
import { readImageTaskReports } from './read-image-tasks.ts';
import { readMusicTaskReports } from './read-music-tasks.ts';
import type { TaskReport } from './task-report.ts';

/** How the services of a platform are polled. */
export interface PlatformRules {
  /** Its channel types. */
  readonly channelTypes: ReadonlySet<number>;
  /** The path that lists several tasks at once, by a body with `ids`. */
  readonly listPath: string;
  readonly readList: (response: unknown) => TaskReport[] | undefined;
  /** How long a task may stay unfinished until it counts as failed, in milliseconds. */
  readonly limitMs: number;
}

const HOUR_MS = 3_600_000;

export const platforms: Readonly<Record<TaskPlatform, PlatformRules>> = {
  mj: {
    channelTypes: new Set([2, 5]),
    listPath: '/mj/task/list-by-condition',
    readList: readImageTaskReports,
    limitMs: HOUR_MS,
  },
  suno: {
    channelTypes: new Set([36]),
    listPath: '/suno/fetch',
    readList: readMusicTaskReports,
    limitMs: 24 * HOUR_MS,
  },
};

/** Returns the platform of a channel type; undefined for channels that respond synchronously. */
export function platformOfType(type: number): TaskPlatform | undefined {
  if (platforms.mj.channelTypes.has(type)) return 'mj';
  return platforms.suno.channelTypes.has(type) ? 'suno' : undefined;
}
