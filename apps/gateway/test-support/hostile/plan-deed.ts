import type { SeededRandom } from '../money/seeded-random.ts';
import { planBatch } from './batch-plan.ts';
import { planCall } from './call-plan.ts';
import type { HostileAction } from './deed.ts';
import { HostileBatch } from './hostile-batch.ts';
import { HostileCall } from './hostile-call.ts';
import { HostileMediaCall } from './hostile-media-call.ts';
import { HostileSession } from './hostile-session.ts';
import { HostileTask } from './hostile-task.ts';
import { planMedia } from './media-plan.ts';
import { planSession } from './session-plan.ts';
import { planTask } from './task-plan.ts';

const KINDS = { call: 10, media: 5, task: 4, batch: 2, session: 2 };

/** Draws a caller's next random deed. */
export function planDeed(
  chance: SeededRandom,
  address: string,
  earlier: readonly HostileAction[],
): HostileAction {
  switch (chance.weighted<keyof typeof KINDS>(KINDS)) {
    case 'call':
      return new HostileCall(planCall(chance, address));
    case 'media':
      return new HostileMediaCall(planMedia(chance, address));
    case 'task': {
      const tasks = earlier.filter((deed) => deed instanceof HostileTask);
      const origin = tasks.length > 0 ? chance.one(tasks) : undefined;
      return new HostileTask(planTask(chance, address), origin);
    }
    case 'batch':
      return new HostileBatch(planBatch(chance, address));
    case 'session':
      return new HostileSession(planSession(chance, address));
  }
}
