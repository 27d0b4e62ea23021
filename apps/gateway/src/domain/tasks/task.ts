import type { TaskRow } from '../../store/tasks-repository.ts';
import type { TaskPlatform as Platform } from '../../store/tasks-table.ts';

/** The kind of service that works asynchronously: images or music. */
export type TaskPlatform = Platform;

/** Asynchronous work at an upstream. */
export type Task = TaskRow;
