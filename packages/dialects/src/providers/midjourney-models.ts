/** Names by which the actions of every image service are priced and routed. */
export const midjourneyModels: readonly string[] = [
  'mj_imagine',
  'mj_upscale',
  'mj_variation',
  'mj_reroll',
  'mj_blend',
  'mj_describe',
];

/** Actions that only the larger services support. */
export const midjourneyPlusModels: readonly string[] = [
  'mj_high_variation',
  'mj_low_variation',
  'mj_pan',
  'mj_zoom',
  'mj_custom_zoom',
  'mj_inpaint',
  'mj_modal',
  'mj_shorten',
  'mj_upload',
  'mj_video',
  'mj_video_720',
  'mj_edits',
  'swap_face',
];
