import type { TaskPlatform } from '../../store/tasks-table.ts';
import { readImageTaskReports } from './read-image-tasks.ts';
import { readMusicTaskReports } from './read-music-tasks.ts';
import type { TaskReport } from './task-report.ts';

/** How the services of a platform are asked about tasks. */
export interface PlatformRules {
  /** Types of its channels. */
  readonly channelTypes: ReadonlySet<number>;
  /** Where they are asked about several tasks at once, by `{ids}`. */
  readonly listPath: string;
  readonly readList: (answer: unknown) => TaskReport[] | undefined;
  /** A task that is not finished by then has failed. */
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

/** What channels of a type make; undefined for channels that answer calls at once. */
export function platformOfType(type: number): TaskPlatform | undefined {
  if (platforms.mj.channelTypes.has(type)) return 'mj';
  return platforms.suno.channelTypes.has(type) ? 'suno' : undefined;
}
