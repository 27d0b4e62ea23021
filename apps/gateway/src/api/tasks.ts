import { endpoints } from '@tollgate/contract';
import { readBatches } from '../domain/batches/batch-reading.ts';
import { readImageTasks, readMusicTasks } from '../domain/tasks/list-tasks.ts';
import { implement } from './context.ts';
import { everything, ownOnly } from './readers.ts';

export const taskRoutes = [
  implement(endpoints.listImageTasks, (call) =>
    readImageTasks(call.domain, call.query, everything(call)),
  ),
  implement(endpoints.listOwnImageTasks, (call) =>
    readImageTasks(call.domain, call.query, ownOnly(call)),
  ),
  implement(endpoints.listMusicTasks, (call) =>
    readMusicTasks(call.domain, call.query, everything(call)),
  ),
  implement(endpoints.listOwnMusicTasks, (call) =>
    readMusicTasks(call.domain, call.query, ownOnly(call)),
  ),
  implement(endpoints.listBatches, (call) =>
    readBatches(call.domain, call.query, everything(call)),
  ),
  implement(endpoints.listOwnBatches, (call) =>
    readBatches(call.domain, call.query, ownOnly(call)),
  ),
];
