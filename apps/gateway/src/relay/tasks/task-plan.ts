import { AppError } from '../../platform/app-error.ts';
import type { Task } from '../../domain/tasks/task.ts';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';

export type TaskBody = Readonly<Record<string, unknown>>;

/** A submit as it was understood. */
export interface TaskPlan {
  action: string;
  /** What it is priced and routed by. */
  model: string;
  /** Our name of the task that it goes on with; '' for none. */
  originId: string;
  /** Whether that task need not be finished: it waits for just this. */
  originWaits: boolean;
  /** What is known of the task before its upstream says anything. */
  data: Record<string, unknown>;
  /** Where the owner wants to hear of it; '' for nowhere. */
  notifyHook: string;
  /** The body for a channel. */
  bodyFor(target: TaskTarget): TaskBody;
}

export interface TaskTarget {
  channel: RuntimeChannel;
  origin: Task | undefined;
  /** Where the upstream shall tell of it; '' for nowhere. */
  notifyHook: string;
}

/** What a text member of a body says; '' for none. Throws AppError for a member of another kind. */
export function textIn(body: TaskBody, name: string): string {
  const value = body[name] ?? '';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw taskInvalid(name);
  return value;
}

/** The same of a member that must be there. */
export function requiredText(body: TaskBody, name: string): string {
  const value = textIn(body, name).trim();
  if (value === '') throw taskInvalid(name);
  return value;
}

const HOOK_LENGTH_MAX = 2000;

/** The address of an owner's own hook. */
export function callbackUrlIn(body: TaskBody, name: string): string {
  const hook = textIn(body, name).trim();
  if (hook === '') return '';
  if (hook.length > HOOK_LENGTH_MAX || !/^https?:\/\//i.test(hook) || !URL.canParse(hook))
    throw taskInvalid(name);
  return hook;
}

export function taskInvalid(field: string): AppError {
  return new AppError('relay_task_invalid', { field, param: field });
}
