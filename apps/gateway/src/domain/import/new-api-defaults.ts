/** A family of models and its value in a price table that nobody saved. */
type Rule = readonly [models: RegExp, value: number];
type Table = readonly Rule[];

/** Tables of new-api whose row exists only once they have been saved, by option name. */
export type DefaultedTable =
  | 'CompletionRatio'
  | 'CacheRatio'
  | 'ImageRatio'
  | 'AudioRatio'
  | 'AudioCompletionRatio'
  | 'ModelPrice';

const CLAUDE_DATED = /^claude-(?:3|opus-4|sonnet-4|haiku-4).*-20\d{6}(?:-thinking)?$/;
const CLAUDE_BY_EFFORT = /^claude-opus-4-[678](?:-(?:thinking|max|xhigh|high|medium|low))?$/;

/** As of mid 2026 (family-schema.md 2.5). */
const TODAY: Readonly<Record<DefaultedTable, Table>> = {
  CompletionRatio: [
    [/^gpt-4-gizmo-\*$|^gpt-4-all$/, 2],
    [/^gpt-4o-gizmo-\*$/, 3],
    [/^gpt-image-1$/, 8],
  ],
  CacheRatio: [
    [/^gpt-4$|^gpt-4\.5-preview(?:-2025-02-27)?$/, 0.5],
    [/^gpt-4o(?:-2024-(?:08-06|11-20))?$|^gpt-4o-mini(?:-2024-07-18)?$/, 0.5],
    [/^gpt-4o-(?:mini-)?realtime-preview$/, 0.5],
    [/^o1(?:-2024-12-17)?$|^o1-(?:mini|preview)(?:-2024-09-12)?$/, 0.5],
    [/^o3-mini(?:-2025-01-31)?$/, 0.5],
    [/^gpt-4\.1(?:-mini|-nano)?$/, 0.25],
    [/^gpt-5(?:-mini|-nano)?(?:-2025-08-07)?$|^gpt-5-chat-latest$/, 0.1],
    [/^deepseek-(?:chat|reasoner|coder)$/, 0.25],
    [CLAUDE_DATED, 0.1],
    [CLAUDE_BY_EFFORT, 0.1],
    [/^gemini-3-(?:flash|pro)-preview$/, 0.1],
  ],
  ImageRatio: [[/^gpt-image-1$/, 2]],
  AudioRatio: [
    [/^gpt-4o-audio-preview$/, 16],
    [/^gpt-4o-mini-audio-preview$/, 66.67],
    [/^gpt-4o-realtime-preview$/, 8],
    [/^gpt-4o-mini-realtime-preview$/, 16.67],
    [/^gpt-4o-mini-tts$/, 25],
  ],
  AudioCompletionRatio: [
    [/^gpt-4o-(?:mini-)?realtime$/, 2],
    [/^tts-1(?:-hd)?(?:-1106)?$/, 0],
  ],
  ModelPrice: [
    [/^dall-e-3$/, 0.04],
    [/^suno_music$/, 0.1],
    [/^suno_lyrics$/, 0.01],
    [/^gpt-4-gizmo-\*$/, 0.1],
    [/^mj_video$/, 0.8],
    [/^mj_(?:inpaint|custom_zoom)$/, 0],
    [/^mj_(?:describe|upscale|upload)$|^swap_face$/, 0.05],
    [/^mj_(?:imagine|edits|variation|reroll|blend|modal|zoom|shorten|pan)$/, 0.1],
    [/^mj_(?:high|low)_variation$/, 0.1],
    [/^sora-2$/, 0.3],
    [/^sora-2-pro$/, 0.5],
    [/^gpt-4o-mini-tts$/, 0.3],
    [/^veo-3\.(?:0-generate-001|1-generate-preview)$/, 0.4],
    [/^veo-3\.(?:0-fast-generate-001|1-fast-generate-preview)$/, 0.15],
    [/^imagen-3\.0-generate-002$/, 0.03],
    [/^black-forest-labs\/flux-1\.1-pro$/, 0.04],
  ],
};

/**
 * Until mid 2025, audio prices were built into the program, with a high fallback for models that it did not
 * know.
 */
const OLD: Readonly<Partial<Record<DefaultedTable, Table>>> = {
  AudioRatio: [
    [/^gpt-4o-mini-realtime-preview/, 10 / 0.6],
    [/gpt-4o-realtime-preview$/, 8],
    [/-realtime/, 20],
    [/^gpt-4o-mini-audio-preview/, 10 / 0.15],
    [/^gpt-4o-audio-preview/, 16],
    [/-audio/, 40],
  ],
  AudioCompletionRatio: [[/-realtime|-audio/, 2]],
  ImageRatio: [],
};

/**
 * Returns what a price table of new-api contains for a model if the table was never saved; undefined if
 * nothing.
 */
export function newApiDefault(
  table: DefaultedTable,
  model: string,
  { isOld }: { isOld: boolean },
): number | undefined {
  const rules = (isOld ? OLD[table] : undefined) ?? TODAY[table];
  return rules.find(([models]) => models.test(model))?.[1];
}
