import { AppError } from '../../platform/app-error.ts';
import type { Task } from '../../domain/tasks/task.ts';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';

export type TaskBody = Readonly<Record<string, unknown>>;

/** A parsed submit. */
export interface TaskPlan {
  action: string;
  /** The model name for pricing and routing. */
  model: string;
  /** The multiple of the model's price that it costs. */
  factor: number;
  /** Our id of the task that it continues; '' if none. */
  originId: string;
  /** The provider's id of the result that it continues, which that task must have; '' if none. */
  originResultId?: string;
  /** Whether that task may be unfinished, because it is waiting for this submit. */
  originWaits: boolean;
  /** What is known about the task before its upstream responds. */
  data: Record<string, unknown>;
  /** The owner's webhook for the task; '' if none. */
  notifyHook: string;
  /** Returns the body for a channel. */
  bodyFor(target: TaskTarget): TaskBody;
}

export interface TaskTarget {
  channel: RuntimeChannel;
  origin: Task | undefined;
  /** Where the upstream reports progress; '' if nowhere. */
  notifyHook: string;
}

/** Returns a text member of a body; '' if missing. Throws AppError for a member of another type. */
export function textIn(body: TaskBody, name: string): string {
  const value = body[name] ?? '';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw taskInvalid(name);
  return value;
}

/** Returns a required text member of a body. Throws AppError. */
export function requiredText(body: TaskBody, name: string): string {
  const value = textIn(body, name).trim();
  if (value === '') throw taskInvalid(name);
  return value;
}

const HOOK_LENGTH_MAX = 2000;

/** Returns the URL of the owner's own webhook. */
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
