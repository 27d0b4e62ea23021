import type { OptionStore } from '../../domain/options/options.ts';
import { callbackUrlIn, requiredText, type TaskBody, type TaskPlan, textIn } from './task-plan.ts';

/** Parses the submit of a music or lyrics task. Throws AppError relay_task_invalid. */
export function planMusicTask(
  kind: string,
  body: TaskBody,
  options: Pick<OptionStore, 'boolean'>,
): TaskPlan {
  if (kind === 'lyrics') requiredText(body, 'prompt');
  const clipId = textIn(body, 'continue_clip_id').trim();
  const isContinuation = clipId !== '';
  const originId = isContinuation ? requiredText(body, 'task_id') : textIn(body, 'task_id');
  const version = textIn(body, 'mv');
  const notifyHook = callbackUrlIn(body, 'notify_hook');
  return {
    action: kind.toUpperCase(),
    model: `suno_${kind}`,
    factor: 1,
    originId,
    originResultId: clipId,
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
