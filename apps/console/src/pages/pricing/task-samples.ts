const GATE = 'A toll gate at dawn';
const SONG = 'A song of gates';

/** Sample submissions of image and music tasks, by the model that determines their price. */
export const TASK_SAMPLES: Readonly<Record<string, { path: string; body: object }>> = {
  mj_imagine: { path: '/mj/submit/imagine', body: { prompt: GATE } },
  mj_upscale: { path: '/mj/submit/change', body: { taskId: '…', action: 'UPSCALE', index: 1 } },
  mj_variation: { path: '/mj/submit/change', body: { taskId: '…', action: 'VARIATION', index: 1 } },
  mj_reroll: { path: '/mj/submit/change', body: { taskId: '…', action: 'REROLL' } },
  suno_music: { path: '/suno/submit/music', body: { gpt_description_prompt: SONG } },
  suno_lyrics: { path: '/suno/submit/lyrics', body: { prompt: SONG } },
};
