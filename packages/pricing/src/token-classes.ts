import type { Usage } from './usage.ts';

/** One value for each kind of token that has a price of its own. */
export interface TokenClasses<Value> {
  readonly plain: Value;
  readonly cached: Value;
  readonly cacheWrite: Value;
  readonly cacheWriteHour: Value;
  readonly audioInput: Value;
  readonly imageInput: Value;
  readonly completion: Value;
  readonly audioOutput: Value;
}

export type TokenClass = keyof TokenClasses<unknown>;

/**
 * Splits the tokens of a valid usage by kind, each counted once. A cached token is charged as cached whatever
 * its content; audio takes precedence over images if a provider's counts overlap.
 */
export function splitTokens(usage: Usage): TokenClasses<number> {
  const hour = usage.cacheWriteHourTokens ?? 0;
  const uncached = usage.promptTokens - usage.cachedTokens - usage.cacheWriteTokens;
  const audioInput = Math.min(usage.audioInputTokens, uncached);
  const imageInput = Math.min(usage.imageInputTokens ?? 0, uncached - audioInput);
  return {
    plain: uncached - audioInput - imageInput,
    cached: usage.cachedTokens,
    cacheWrite: usage.cacheWriteTokens - hour,
    cacheWriteHour: hour,
    audioInput,
    imageInput,
    completion: usage.completionTokens - usage.audioOutputTokens,
    audioOutput: usage.audioOutputTokens,
  };
}

export function mapClasses<From, To>(
  classes: TokenClasses<From>,
  change: (value: From) => To,
): TokenClasses<To> {
  return {
    plain: change(classes.plain),
    cached: change(classes.cached),
    cacheWrite: change(classes.cacheWrite),
    cacheWriteHour: change(classes.cacheWriteHour),
    audioInput: change(classes.audioInput),
    imageInput: change(classes.imageInput),
    completion: change(classes.completion),
    audioOutput: change(classes.audioOutput),
  };
}
