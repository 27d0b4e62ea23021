import { findAmbiguousTaskName, GUARDED_MEMBERS } from '@tollgate/dialects';
import { seedModelPrice } from '@tollgate/pricing';
import { describe, expect, it } from 'vitest';
import { countJobs } from '../../../test-support/hostile/count-jobs.ts';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { Task } from '../../domain/tasks/task.ts';
import { AppError } from '../../platform/app-error.ts';
import { planImageTask } from './plan-image-task.ts';
import { planMusicTask } from './plan-music-task.ts';
import type { TaskBody, TaskPlan } from './task-plan.ts';
import { findTaskRoute, type ImageTaskMode } from './task-routes.ts';

/**
 * Tasks in the worst-case matrix: every submit of images, videos and music × every member that affects the
 * result × every value and spelling that it may have. A service that reads everything it receives, in any
 * case, makes nothing more expensive than what was reserved and charged.
 */
const PRICES = seedModelPrice();
const OPTIONS = { boolean: () => false };
const CHANNEL = { modelMapping: new Map() } as unknown as RuntimeChannel;
const ORIGIN = { upstream_id: '7' } as Task;
const UPSCALE = 'MJ::JOB::upsample::1::x';
const VARIATION = 'MJ::JOB::variation::1::x';
const ANIMATE = 'MJ::JOB::animate_high::1::x::SOLO';

/** One accepted submit of each kind. */
const SUBMITS: Readonly<Record<string, TaskBody>> = {
  '/mj/submit/imagine': { prompt: 'a cat' },
  '/mj/submit/describe': { base64: 'eA==' },
  '/mj/submit/blend': { base64Array: ['eA==', 'eA=='] },
  '/mj/submit/shorten': { prompt: 'a cat' },
  '/mj/submit/change': { taskId: '1', action: 'UPSCALE', index: 1 },
  '/mj/submit/simple-change': { content: '1 U1' },
  '/mj/submit/action': { taskId: '1', customId: UPSCALE },
  '/mj/submit/modal': { taskId: '1', prompt: 'a cat' },
  '/mj/submit/upload-discord-images': { base64Array: ['eA=='] },
  '/mj/submit/video': { prompt: 'a cat', image: 'eA==' },
  '/mj/submit/edits': { prompt: 'a cat', image: 'eA==' },
  '/mj-turbo/mj/submit/imagine': { prompt: 'a cat' },
  '/mj/insight-face/swap': { sourceBase64: 'eA==', targetBase64: 'eA==' },
  '/suno/submit/music': { prompt: 'a song', mv: 'chirp-v4' },
  '/suno/submit/lyrics': { prompt: 'a song' },
};
/** Members that affect the result, and values they may have. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  prompt: [
    'a cat --repeat 40',
    'a cat \u2014r 9 --ar 1:1',
    'a {red, {green, blue}} cat',
    'a --repeat--r 2 9',
    'https://x.example/a.png a cat --video 1 --bs 4',
    'a cat \u2014VIDEO',
    'a cat --q 4 --hd --turbo',
    'a cat --repeat9 -- q=4',
    7,
    null,
    { text: 'a cat --repeat 3' },
  ],
  batchSize: [1, 2, 4, 8, 40, '4', '40', null, [4], 1.5, -1, 0],
  action: ['UPSCALE', 'variation', 'REROLL', 'VIDEO', 'IMAGINE', 7, null],
  customId: [UPSCALE, VARIATION, ANIMATE, `x${ANIMATE}`, ` ${ANIMATE}`, 'MJ::Inpaint::1', null],
  content: ['1 U1', '1 V2', '1 R', '1 u4', '1 U1 V1', '1  R', null],
  index: [1, 4, 5, '2', null],
  videoType: [
    'vid_1.1_i2v_480',
    'vid_1.1_i2v_720',
    'vid_1.1_i2v_extend_720',
    'vid_1.1_i2v_1080',
    ' vid_1.1_i2v_720 ',
    'VID_1.1_I2V_720',
    '720',
    720,
    '720p',
    ['vid_1.1_i2v_720'],
    null,
  ],
  taskId: ['1', 7, '', null],
  task_id: ['1', null],
};
const OTHERS: readonly unknown[] = [4, '40', 'high', null, {}];

/** Returns the spellings that some parser treats as one name. */
const spellingsOf = (name: string) => [
  name,
  name.toUpperCase(),
  (name[0] ?? '').toUpperCase() + name.slice(1),
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
];

/** Yields bodies with one more member, or with one repeated in another spelling. */
function* variantsOf(base: TaskBody): Generator<TaskBody> {
  yield base;
  for (const name of new Set([...Object.keys(VALUES), ...GUARDED_MEMBERS]))
    for (const spelling of spellingsOf(name))
      for (const value of VALUES[name] ?? OTHERS) yield { ...base, [spelling]: value };
}

function planOf(path: string, body: TaskBody): TaskPlan {
  const route = findTaskRoute(path);
  if (route?.name !== 'task' || route.work.what !== 'submit') throw new Error(path);
  const { work } = route;
  if (work.platform === 'suno') return planMusicTask(work.kind, body, OPTIONS);
  const mode: ImageTaskMode = work.mode;
  return planImageTask({ kind: work.kind, mode }, body, OPTIONS);
}

/** Returns a submit as the service receives it, and its price; undefined if it is refused. */
function send(path: string, body: TaskBody) {
  try {
    const platform = path.startsWith('/suno') ? 'suno' : 'mj';
    if (findAmbiguousTaskName(platform, Object.keys(body))) return undefined;
    const plan = planOf(path, body);
    const origin = plan.originId === '' ? undefined : ORIGIN;
    const sent = plan.bodyFor({ channel: CHANNEL, origin, notifyHook: '' });
    return {
      model: plan.model,
      factor: plan.factor,
      sent: JSON.parse(JSON.stringify(sent)) as TaskBody,
    };
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return undefined;
    throw error;
  }
}

/** Prices of buttons and words that a service may find anywhere in a value. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/upsample|upscale|\bu[1-4]\b/i, 'mj_upscale'],
  [/animate|video/i, 'mj_video'],
  [/variation|\bv[1-4]\b/i, 'mj_variation'],
  [/reroll|\br$/i, 'mj_reroll'],
];

/** Price billed by a service that reads every name in any spelling, and takes the most expensive of all. */
function greedyPrice(path: string, sent: TaskBody): number {
  const folded = new Map<string, unknown[]>();
  for (const [name, value] of Object.entries(sent)) {
    const key = name.toLowerCase().replaceAll('_', '');
    folded.set(key, [...(folded.get(key) ?? []), value]);
  }
  const kind = path.split('/').at(-1) ?? '';
  const member = { change: 'action', action: 'customid', 'simple-change': 'content' }[kind];
  const values = member === undefined ? [] : (folded.get(member) ?? []);
  const named = values.flatMap((value) =>
    WORDS.flatMap(([word, model]) => (word.test(String(value)) ? [PRICES[model] ?? 0] : [])),
  );
  const platform = path.includes('/suno/') ? 'suno' : 'mj';
  const own = {
    swap: 'swap_face',
    'upload-discord-images': 'mj_upload',
  }[kind];
  const plain = member === undefined ? (PRICES[own ?? `${platform}_${kind}`] ?? 0) : 0;
  const jobs =
    platform === 'suno'
      ? [1]
      : (folded.get('prompt') ?? ['']).flatMap((prompt) =>
          (folded.get('batchsize') ?? [1]).map((batchSize) =>
            countJobs(JSON.stringify({ prompt, batchSize })),
          ),
        );
  const highest = Math.max(plain, ...named);
  const most = Math.max(highest, platform === 'mj' ? videoPrice(highest, folded) : 0);
  return most * Math.max(...jobs) * (platform === 'mj' ? gpuTime(path, folded) : 1);
}

/** Factor by which modes and flags given anywhere prolong the work. */
function gpuTime(path: string, folded: ReadonlyMap<string, unknown[]>): number {
  const prompts = (folded.get('prompt') ?? []).map(String).join(' ');
  const longer: readonly (readonly [boolean, number])[] = [
    [/[-\u2014]\s*q\W*4/i.test(prompts), 4],
    [/[-\u2014]\s*hd/i.test(prompts), 4],
    [path.includes('turbo') || /[-\u2014]\s*turbo/i.test(prompts), 2],
  ];
  return longer.reduce((time, [applies, times]) => (applies ? time * times : time), 1);
}

/** Price of a video with the highest resolution given anywhere, if one is made; otherwise 0. */
function videoPrice(highest: number, folded: ReadonlyMap<string, unknown[]>): number {
  const video = PRICES['mj_video'] ?? 0;
  const asked = (folded.get('prompt') ?? []).some((text) =>
    /(?:--|\u2014)video/i.test(String(text)),
  );
  if (highest !== video && !asked) return 0;
  const types = (folded.get('videotype') ?? []).map(String);
  if (types.some((type) => type.includes('1080'))) return Infinity;
  return types.some((type) => type.includes('720')) ? 2.56 : video;
}

describe.each(Object.entries(SUBMITS))('a submit to %s', (path, base) => {
  it('makes nothing more expensive than its price, whatever its members are', () => {
    let taken = 0;
    for (const body of variantsOf(base)) {
      const result = send(path, body);
      if (!result) continue;
      taken += 1;
      const price = PRICES[result.model];
      const reserved = price && price * result.factor;
      const greedy = greedyPrice(path, result.sent);
      if (reserved === undefined || greedy > reserved)
        expect({ body, ...result, reserved, greedy }).toBe('covered');
    }
    expect(taken).toBeGreaterThan(0);
  });
});
