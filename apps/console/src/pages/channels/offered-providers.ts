import type { ChannelType } from '@tollgate/contract';

/** Where most channels are, by type: OpenAI, Claude, Gemini, DeepSeek, Azure, AWS, Qwen. */
const COMMON_TYPES: readonly number[] = [1, 14, 24, 43, 3, 33, 17];

/** The few types that are offered at once: the common ones, and the chosen one where it is none of them. */
export function offeredTypes(chosen: number): readonly number[] {
  return COMMON_TYPES.includes(chosen) ? COMMON_TYPES : [...COMMON_TYPES.slice(0, -1), chosen];
}

/** The types whose name has `wanted` in it, in the language of the page or as the provider writes it. */
export function findProviders<Type extends Pick<ChannelType, 'type' | 'label'>>(
  types: readonly Type[],
  labelOf: (type: number) => string,
  wanted: string,
): Type[] {
  const word = wanted.trim().toLowerCase();
  return types.filter(({ type, label }) =>
    [labelOf(type), label].some((name) => name.toLowerCase().includes(word)),
  );
}
