import { findLoginProvider, findOption } from '@tollgate/contract';
import type { TFunction } from 'i18next';

/** What the settings call an option. Those of login providers share their words. */
export function optionLabel(t: TFunction, key: string): string {
  const option = findOption(key);
  if (!option?.label) return t(`options.${key}`);
  const { text, provider } = option.label;
  return t(`options.${text}`, { provider, context: option.group });
}

/** What the settings call a section of options. */
export function sectionTitle(t: TFunction, group: string): string {
  const provider = findLoginProvider(group);
  return provider
    ? t('setting.sections.loginProvider', { provider: provider.name, context: provider.id })
    : t(`setting.sections.${group}`);
}
