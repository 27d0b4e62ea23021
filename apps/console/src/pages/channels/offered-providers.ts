import type { ChannelType } from '@tollgate/contract';

/** The most common channel types: OpenAI, Claude, Gemini, DeepSeek, Azure, AWS, Qwen. */
const COMMON_TYPES: readonly number[] = [1, 14, 24, 43, 3, 33, 17];

/**
 * Returns the few types shown initially: the common ones, including the selected one even if it is not
 * common.
 */
export function offeredTypes(chosen: number): readonly number[] {
  return COMMON_TYPES.includes(chosen) ? COMMON_TYPES : [...COMMON_TYPES.slice(0, -1), chosen];
}

/** Returns the types whose name contains `keyword`, in the page's language or as the provider writes it. */
export function findProviders<Type extends Pick<ChannelType, 'type' | 'label'>>(
  types: readonly Type[],
  labelOf: (type: number) => string,
  keyword: string,
): Type[] {
  const word = keyword.trim().toLowerCase();
  return types.filter(({ type, label }) =>
    [labelOf(type), label].some((name) => name.toLowerCase().includes(word)),
  );
}
