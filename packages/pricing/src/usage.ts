/**
 * Tokens of one call. `promptTokens` counts all input, cached reads and cache writes included;
 * `completionTokens` all output, reasoning included. The other counts say what kind those are:
 * cached reads and cache writes never overlap, audio and images may overlap cached reads.
 */
export interface Usage {
  promptTokens: number;
  cachedTokens: number;
  cacheWriteTokens: number;
  completionTokens: number;
  reasoningTokens: number;
  audioInputTokens: number;
  audioOutputTokens: number;
  /** Those of `cacheWriteTokens` that are kept for an hour. */
  cacheWriteHourTokens?: number;
  imageInputTokens?: number;
}

export interface NormalisedUsage extends Usage {
  /** The reported counts that were implausible and were replaced. Empty for a sound usage. */
  repairs: readonly (keyof Usage)[];
}

/** No tokens at all. */
export function emptyUsage(): Usage {
  return {
    promptTokens: 0,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    completionTokens: 0,
    reasoningTokens: 0,
    audioInputTokens: 0,
    audioOutputTokens: 0,
  };
}

/** True where every count is a whole number inside the count that it is a part of. */
export function isSoundUsage(usage: Usage): boolean {
  const { promptTokens, cachedTokens, cacheWriteTokens, completionTokens } = usage;
  return (
    isCount(promptTokens) &&
    isCount(cachedTokens) &&
    isCount(cacheWriteTokens) &&
    isCount(completionTokens) &&
    cachedTokens + cacheWriteTokens <= promptTokens &&
    isPart(usage.reasoningTokens, completionTokens) &&
    isPart(usage.audioInputTokens, promptTokens) &&
    isPart(usage.audioOutputTokens, completionTokens) &&
    isPart(usage.imageInputTokens ?? 0, promptTokens) &&
    isPart(usage.cacheWriteHourTokens ?? 0, cacheWriteTokens)
  );
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
const isPart = (value: number, whole: number) => isCount(value) && value <= whole;

/**
 * The same usage with every count inside its bounds, and which counts that changed. Broken and
 * negative counts are 0; a part never exceeds its whole, so that it can never turn into a credit.
 */
export function normaliseUsage(raw: {
  readonly [Field in keyof Usage]?: unknown;
}): NormalisedUsage {
  const repairs: (keyof Usage)[] = [];
  const take = (field: keyof Usage, most: number) => {
    const told = raw[field];
    const kept = Math.min(wholeCount(told), most);
    if (told !== undefined && told !== null && told !== kept) repairs.push(field);
    return kept;
  };
  const promptTokens = take('promptTokens', Number.MAX_SAFE_INTEGER);
  const cachedTokens = take('cachedTokens', promptTokens);
  const cacheWriteTokens = take('cacheWriteTokens', promptTokens - cachedTokens);
  const completionTokens = take('completionTokens', Number.MAX_SAFE_INTEGER);
  return {
    promptTokens,
    cachedTokens,
    cacheWriteTokens,
    completionTokens,
    reasoningTokens: take('reasoningTokens', completionTokens),
    audioInputTokens: take('audioInputTokens', promptTokens),
    audioOutputTokens: take('audioOutputTokens', completionTokens),
    cacheWriteHourTokens: take('cacheWriteHourTokens', cacheWriteTokens),
    imageInputTokens: take('imageInputTokens', promptTokens),
    repairs,
  };
}

function wholeCount(value: unknown): number {
  return typeof value === 'number' && value > 0
    ? Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER)
    : 0;
}
