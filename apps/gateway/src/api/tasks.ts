import { endpoints } from '@tollgate/contract';
import { readImageTasks, readMusicTasks } from '../domain/tasks/task-reading.ts';
import { callerOf, implement } from './context.ts';

export const taskRoutes = [
  implement(endpoints.listImageTasks, (call) => readImageTasks(call.domain, call.query, undefined)),
  implement(endpoints.listOwnImageTasks, (call) =>
    readImageTasks(call.domain, call.query, callerOf(call).user.id),
  ),
  implement(endpoints.listMusicTasks, (call) => readMusicTasks(call.domain, call.query, undefined)),
  implement(endpoints.listOwnMusicTasks, (call) =>
    readMusicTasks(call.domain, call.query, callerOf(call).user.id),
  ),
];
