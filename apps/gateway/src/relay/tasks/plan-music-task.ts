import type { OptionStore } from '../../domain/options/options.ts';
import { hookIn, neededText, type TaskBody, type TaskPlan, textIn } from './task-plan.ts';

/** Reads the submit of music or of a text for it. Throws AppError relay_task_invalid. */
export function planSong(
  kind: string,
  body: TaskBody,
  options: Pick<OptionStore, 'boolean'>,
): TaskPlan {
  if (kind === 'lyrics') neededText(body, 'prompt');
  const goesOn = textIn(body, 'continue_clip_id') !== '';
  const originId = goesOn ? neededText(body, 'task_id') : textIn(body, 'task_id');
  const version = textIn(body, 'mv');
  const notifyHook = hookIn(body, 'notify_hook');
  return {
    action: kind.toUpperCase(),
    model: `suno_${kind}`,
    originId,
    originWaits: false,
    data: {},
    notifyHook: options.boolean('MjNotifyEnabled') ? notifyHook : '',
    bodyFor({ channel, origin }) {
      const { notify_hook: _theirs, ...rest } = body;
      const mapped = channel.modelMapping.get(version);
      return {
        ...rest,
        ...(mapped === undefined ? {} : { mv: mapped }),
        ...(origin ? { task_id: origin.upstream_id } : {}),
      };
    },
  };
}
