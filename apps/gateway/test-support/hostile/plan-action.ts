import type { SeededRandom } from '../money/seeded-random.ts';
import { planBatch } from './batch-plan.ts';
import { planCall } from './call-plan.ts';
import type { HostileAction } from './hostile-action.ts';
import { HostileBatch } from './hostile-batch.ts';
import { HostileCall } from './hostile-call.ts';
import { HostileMediaCall } from './hostile-media-call.ts';
import { HostileSession } from './hostile-session.ts';
import { HostileTask } from './hostile-task.ts';
import { planMedia } from './media-plan.ts';
import { planSession } from './session-plan.ts';
import { planTask } from './task-plan.ts';

const KINDS = { call: 10, media: 5, task: 4, batch: 2, session: 2 };

/** Draws a caller's next random action. */
export function planAction(
  random: SeededRandom,
  address: string,
  earlier: readonly HostileAction[],
): HostileAction {
  switch (random.weighted<keyof typeof KINDS>(KINDS)) {
    case 'call':
      return new HostileCall(planCall(random, address));
    case 'media':
      return new HostileMediaCall(planMedia(random, address));
    case 'task': {
      const tasks = earlier.filter((action) => action instanceof HostileTask);
      const origin = tasks.length > 0 ? random.one(tasks) : undefined;
      return new HostileTask(planTask(random, address), origin);
    }
    case 'batch':
      return new HostileBatch(planBatch(random, address));
    case 'session':
      return new HostileSession(planSession(random, address));
  }
}
