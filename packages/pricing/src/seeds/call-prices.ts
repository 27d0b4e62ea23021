/** A price per call. */
export interface CallSeedRow {
  name: string;
  usd: number;
  source: string;
  date: string;
}

const rows = (source: string, date: string, prices: Record<string, number>): CallSeedRow[] =>
  Object.entries(prices).map(([name, usd]) => ({ name, usd, source, date }));

/** Model → sizes and qualities → factor of its price (unverified, November 2026). */
export const imageFactorSeeds: Readonly<Record<string, Record<string, number>>> = {
  'dall-e-3': {
    '1024x1792': 2,
    '1792x1024': 2,
    hd: 2,
    '1024x1792 hd': 3,
    '1792x1024 hd': 3,
  },
  'dall-e-2': { '256x256': 0.8, '512x512': 0.9 },
};

/**
 * USD per call. Images and music have no list price: operators set their own; these are common starting
 * values of such gateways.
 */
export const callPrices: readonly CallSeedRow[] = [
  ...rows('unverified', '2026-11', { 'dall-e-3': 0.04, 'dall-e-2': 0.02, 'rerank-v3.5': 0.002 }),
  // Per page.
  ...rows('unverified', '2026-11', { 'mistral-ocr-latest': 0.002 }),
  // Per image.
  ...rows('ai.google.dev', '2026-03', {
    'imagen-4.0-generate-001': 0.04,
    'imagen-4.0-fast-generate-001': 0.02,
    'imagen-4.0-ultra-generate-001': 0.06,
  }),
  ...rows('unverified', '2026-11', {
    'qwen-image': 0.035,
    'qwen-image-plus': 0.03,
    'wan2.6-t2i': 0.03,
    'wan2.5-t2i-preview': 0.03,
    'wan2.2-t2i-flash': 0.025,
    'image-01': 0.0035,
    'irag-1.0': 0.0192,
    'flux.1-schnell': 0.0003,
    'stable-diffusion-xl': 0.0082,
  }),
  ...rows('gateway custom', '2025-04', {
    'imagen-3': 0.03,
    'gpt-4-gizmo-*': 0.1,
    suno_music: 0.1,
    suno_lyrics: 0.01,
    mj_imagine: 0.1,
    mj_variation: 0.1,
    mj_reroll: 0.1,
    mj_blend: 0.1,
    mj_modal: 0.1,
    mj_zoom: 0.1,
    mj_shorten: 0.1,
    mj_high_variation: 0.1,
    mj_low_variation: 0.1,
    mj_pan: 0.1,
    mj_inpaint: 0,
    mj_custom_zoom: 0,
    mj_describe: 0.05,
    mj_upscale: 0.05,
    swap_face: 0.05,
    mj_upload: 0.05,
  }),
  ...rows('gateway custom', '2026-08', { mj_video: 0.8, mj_edits: 0.1 }),
  // 26 minutes of GPU time instead of 8.
  ...rows('unverified', '2026-11', { mj_video_720: 2.56 }),
];
