import { findLoginProvider, findOption, paymentBrandOf } from '@tollgate/contract';
import type { TFunction } from 'i18next';

/** Returns the label of an option. Those of login providers share their texts. */
export function optionLabel(t: TFunction, key: string): string {
  const option = findOption(key);
  if (!option?.label) return t(`options.${key}`);
  const { text, provider } = option.label;
  return t(`options.${text}`, { provider, context: option.group });
}

/** Returns the title of a section of options. */
export function sectionTitle(t: TFunction, group: string): string {
  const provider = findLoginProvider(group);
  if (provider)
    return t('setting.sections.loginProvider', { provider: provider.name, context: provider.id });
  return t(`setting.sections.${group}`, { defaultValue: paymentBrandOf(group) ?? group });
}
