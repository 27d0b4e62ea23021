import {
  findLoginProvider,
  findOption,
  PAYMENT_PROVIDER_IDS,
  paymentProviderOf,
} from '@tollgate/contract';
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
  if (provider)
    return t('setting.sections.loginProvider', { provider: provider.name, context: provider.id });
  return t(`setting.sections.${group}`, { defaultValue: paymentBrand(group) ?? group });
}

/** What people know a payment provider by: its section needs no title of its own. */
function paymentBrand(section: string): string | undefined {
  const id = PAYMENT_PROVIDER_IDS.find(
    (each) => paymentProviderOf(each).settings.section === section,
  );
  return id && Object.values(paymentProviderOf(id).methods)[0];
}
