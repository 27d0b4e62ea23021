/**
 * Tokens of one call. `promptTokens` counts all input, including cached reads and cache writes;
 * `completionTokens` all output, including reasoning. The other counts break those down: cached reads and
 * cache writes never overlap, audio and images may overlap cached reads.
 */
export interface Usage {
  promptTokens: number;
  cachedTokens: number;
  cacheWriteTokens: number;
  completionTokens: number;
  reasoningTokens: number;
  audioInputTokens: number;
  audioOutputTokens: number;
  /** The part of `cacheWriteTokens` kept for an hour. */
  cacheWriteHourTokens?: number;
  imageInputTokens?: number;
}

export interface NormalisedUsage extends Usage {
  /** Reported counts that were implausible and were replaced. Empty for a valid usage. */
  repairs: readonly (keyof Usage)[];
}

/** Returns a usage without tokens. */
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

/**
 * Completes a reported usage by an estimate of what was sent and delivered: a count of 0 is none, as some
 * upstreams report zeros for what they do not count. `estimated` tells whether anything was missing.
 */
export function fillUsage<Counts extends Usage>(
  reported: Counts | undefined,
  guess: Usage,
): { usage: Counts | Usage; estimated: boolean } {
  if (!reported) return { usage: guess, estimated: true };
  const isPromptMissing = reported.promptTokens === 0 && guess.promptTokens > 0;
  const isOutputMissing = reported.completionTokens === 0 && guess.completionTokens > 0;
  if (!isPromptMissing && !isOutputMissing) return { usage: reported, estimated: false };
  const { promptTokens, audioInputTokens, imageInputTokens } = guess;
  const { completionTokens, audioOutputTokens } = guess;
  const images = imageInputTokens === undefined ? {} : { imageInputTokens };
  const usage = {
    ...reported,
    ...(isPromptMissing ? { promptTokens, audioInputTokens, ...images } : {}),
    ...(isOutputMissing ? { completionTokens, audioOutputTokens } : {}),
  };
  return { usage, estimated: true };
}

/** Whether every count is an integer within the count it is a part of. */
export function isValidUsage(usage: Usage): boolean {
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
const isPart = (value: number, total: number) => isCount(value) && value <= total;

/**
 * Clamps every count to its bounds and names the changed ones. Invalid and negative counts become 0; a part
 * never exceeds its whole, so that it can never turn into a credit.
 */
export function normaliseUsage(raw: {
  readonly [Field in keyof Usage]?: unknown;
}): NormalisedUsage {
  const repairs: (keyof Usage)[] = [];
  const take = (field: keyof Usage, maximum: number) => {
    const reported = raw[field];
    const bounded = Math.min(wholeCount(reported), maximum);
    if (reported !== undefined && reported !== null && reported !== bounded) repairs.push(field);
    return bounded;
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
