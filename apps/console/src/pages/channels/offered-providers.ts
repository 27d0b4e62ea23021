import type { ChannelType } from '@tollgate/contract';
import { compareNames } from '@tollgate/i18n';

/** The most common channel types: OpenAI, Claude, Gemini, DeepSeek, Azure, AWS, Qwen. */
const COMMON_TYPES: readonly number[] = [1, 14, 24, 43, 3, 33, 17];

/**
 * Returns the few types shown initially: the common ones, including the selected one even if it is not
 * common.
 */
export function offeredTypes(chosen: number): readonly number[] {
  return COMMON_TYPES.includes(chosen) ? COMMON_TYPES : [...COMMON_TYPES.slice(0, -1), chosen];
}

/** What a provider is found by. */
export type FindableProvider = Pick<
  ChannelType,
  'type' | 'name' | 'label' | 'default_base_url' | 'models' | 'key_hint' | 'fields'
>;

/**
 * Returns the types that match `keyword`, the common ones first, then by name: those whose name contains it,
 * in the page's language or as the provider writes it; else those whose address, hint on keys or models do,
 * since some are known by other names (Bedrock, Doubao, Kimi).
 */
export function findProviders<Type extends FindableProvider>(
  types: readonly Type[],
  { label, textOf }: { label: (type: number) => string; textOf: (key: string) => string },
  keyword: string,
): Type[] {
  const word = keyword.trim().toLowerCase();
  const contains = (text: string) => text.toLowerCase().includes(word);
  const rank = (type: number) => COMMON_TYPES.indexOf(type) + 1 || COMMON_TYPES.length + 1;
  const sorted = types.toSorted(
    (one, other) =>
      rank(one.type) - rank(other.type) || compareNames(label(one.type), label(other.type)),
  );
  const named = sorted.filter((type) => [label(type.type), type.label, type.name].some(contains));
  if (named.length > 0) return named;
  return sorted.filter(({ default_base_url: address, key_hint: hint, fields, models }) => {
    const hints = [hint, ...fields.map(({ hint_key: key }) => key)].map(textOf);
    return [address, ...hints, ...models].some(contains);
  });
}
