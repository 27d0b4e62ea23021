import type { OptionStore } from '../../domain/options/options.ts';
import { isObject } from '../../platform/lenient-json.ts';
import { costFactor } from './cost-factor.ts';
import { oneJobPrompt, withoutModes } from './one-job-prompt.ts';
import {
  callbackUrlIn,
  requiredText,
  type TaskBody,
  taskInvalid,
  type TaskPlan,
  textIn,
} from './task-plan.ts';
import type { ImageTaskMode } from './task-routes.ts';
import { videoModel } from './video-model.ts';

/** Submits with a fixed action. */
const ACTIONS: Readonly<Record<string, string>> = {
  imagine: 'IMAGINE',
  describe: 'DESCRIBE',
  blend: 'BLEND',
  shorten: 'SHORTEN',
  modal: 'MODAL',
  'upload-discord-images': 'UPLOAD',
  video: 'VIDEO',
  edits: 'EDITS',
  swap: 'SWAP_FACE',
};
/** Actions of an image's buttons, by button id. */
const BUTTONS: readonly (readonly [RegExp, string])[] = [
  [/^MJ::JOB::upsample/, 'UPSCALE'],
  [/^MJ::JOB::variation/, 'VARIATION'],
  [/^MJ::JOB::reroll/, 'REROLL'],
  [/^MJ::JOB::high_variation/, 'HIGH_VARIATION'],
  [/^MJ::JOB::low_variation/, 'LOW_VARIATION'],
  [/^MJ::JOB::pan_/, 'PAN'],
  [/^MJ::JOB::animate_/, 'VIDEO'],
  [/^MJ::Outpaint/, 'ZOOM'],
  [/^MJ::CustomZoom/, 'CUSTOM_ZOOM'],
  [/^MJ::Inpaint/, 'INPAINT'],
  [/^MJ::(?:Picread|Job::PicReader)/i, 'DESCRIBE'],
];
const NUMBERED = new Set(['UPSCALE', 'VARIATION']);
const SHORT_CHANGE = /^(\S+)\s+(?:([UV])([1-4])|(R))$/i;
const SHORT_ACTIONS: Readonly<Record<string, string>> = {
  U: 'UPSCALE',
  V: 'VARIATION',
  R: 'REROLL',
};
/** Number of videos per job; without it an upstream makes the maximum, which the price is for. */
const BATCH_SIZES: readonly unknown[] = [1, 2, 4];
const STATE_LENGTH_MAX = 255;

interface Change {
  action: string;
  originId: string;
  /** Returns members of the body that name the task to continue. */
  renamed: (upstreamId: string) => Record<string, unknown>;
}

/** Parses the submit of an image task. Throws AppError relay_task_invalid. */
export function planImageTask(
  { kind, mode }: { kind: string; mode: ImageTaskMode },
  body: TaskBody,
  options: Pick<OptionStore, 'boolean'>,
): TaskPlan {
  const { action, originId, renamed } = readChange(kind, body);
  const prompt = readPrompt(body, options);
  const state = textIn(body, 'state').slice(0, STATE_LENGTH_MAX);
  const notifyHook = callbackUrlIn(body, 'notifyHook');
  const { accountFilter, notifyHook: _theirs, batchSize = null, ...rest } = body;
  const filter = readFilter(accountFilter, mode, options);
  if (batchSize !== null && !BATCH_SIZES.includes(batchSize)) throw taskInvalid('batchSize');
  if (kind === 'imagine' || kind === 'shorten') requiredText(body, 'prompt');
  return {
    action,
    model:
      videoModel(action, body) ??
      (action === 'SWAP_FACE' ? 'swap_face' : `mj_${action.toLowerCase()}`),
    factor: costFactor(prompt ?? '', filter),
    originId,
    originWaits: kind === 'modal',
    data: { ...(prompt === undefined ? {} : { prompt }), ...(state === '' ? {} : { state }) },
    notifyHook: options.boolean('MjNotifyEnabled') ? notifyHook : '',
    bodyFor({ origin, notifyHook: hook }) {
      return {
        ...rest,
        ...(batchSize === null ? {} : { batchSize }),
        ...(prompt === undefined ? {} : { prompt }),
        ...(origin ? renamed(origin.upstream_id) : {}),
        ...(filter ? { accountFilter: filter } : {}),
        ...(hook === '' ? {} : { notifyHook: hook }),
      };
    },
  };
}

function readPrompt(body: TaskBody, options: Pick<OptionStore, 'boolean'>): string | undefined {
  if (body['prompt'] === undefined || body['prompt'] === null) return undefined;
  const prompt = textIn(body, 'prompt');
  return oneJobPrompt(options.boolean('MjModeClearEnabled') ? withoutModes(prompt) : prompt);
}

function readChange(kind: string, body: TaskBody): Change {
  const byId = (action: string, originId: string): Change => ({
    action,
    originId,
    renamed: (taskId) => ({ taskId }),
  });
  if (kind === 'simple-change') return readShortChange(body);
  if (kind === 'change') return byId(readNumbered(body), requiredText(body, 'taskId'));
  if (kind === 'action') {
    const button = requiredText(body, 'customId');
    const action = BUTTONS.find(([pattern]) => pattern.test(button))?.[1];
    if (action === undefined) throw taskInvalid('customId');
    return byId(action, requiredText(body, 'taskId'));
  }
  const action = ACTIONS[kind];
  if (action === undefined) throw taskInvalid('action');
  return byId(action, kind === 'modal' ? requiredText(body, 'taskId') : textIn(body, 'taskId'));
}

function readNumbered(body: TaskBody): string {
  const action = requiredText(body, 'action').toUpperCase();
  if (action === 'REROLL') return action;
  if (!NUMBERED.has(action)) throw taskInvalid('action');
  if (![1, 2, 3, 4].includes(Number(textIn(body, 'index')))) throw taskInvalid('index');
  return action;
}

function readShortChange(body: TaskBody): Change {
  const parts = SHORT_CHANGE.exec(requiredText(body, 'content'));
  if (!parts) throw taskInvalid('content');
  const [, originId = '', letter = 'R', number = ''] = parts;
  const command = letter.toUpperCase() + number;
  return {
    action: SHORT_ACTIONS[letter.toUpperCase()] ?? 'REROLL',
    originId,
    renamed: (upstreamId) => ({ content: `${upstreamId} ${command}` }),
  };
}

/**
 * Returns which upstream accounts may run the task: the caller's choice if permitted, in the requested mode.
 */
function readFilter(
  filter: unknown,
  mode: ImageTaskMode,
  options: Pick<OptionStore, 'boolean'>,
): Record<string, unknown> | undefined {
  const callerFilter =
    isObject(filter) && options.boolean('MjAccountFilterEnabled') ? filter : undefined;
  if (mode === '') return callerFilter;
  return { ...callerFilter, modes: [mode.toUpperCase()] };
}
