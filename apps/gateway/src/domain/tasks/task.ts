import type { TaskRow } from '../../store/tasks-repository.ts';
import type { TaskPlatform as Platform } from '../../store/tasks-table.ts';

/** Who makes something over time: drawing services or music services. */
export type TaskPlatform = Platform;

/** Something that an upstream makes over time. */
export type Task = TaskRow;
