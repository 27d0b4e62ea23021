import {
  loginProviderTable,
  type OptionDefinition,
  optionRegistry,
  PAYMENT_PROVIDER_IDS,
  type PaymentProviderId,
  paymentProviderTable,
} from '@tollgate/contract';
import type { ManualSlug } from '../docs/doc-pages.ts';

type PaymentSection = (typeof paymentProviderTable)[PaymentProviderId]['settings']['section'];

function paymentSections(tab: 'system' | 'other'): PaymentSection[] {
  return PAYMENT_PROVIDER_IDS.map((id) => paymentProviderTable[id].settings)
    .filter((settings) => settings.tab === tab)
    .map(({ section }) => section);
}

/** The sections of each tab, in order. A section shows the options of its group. */
const SECTIONS = {
  operation: [
    'general',
    'monitoring',
    'quota',
    'rebate',
    'group',
    'log',
    'payload',
    'sensitive',
    'drawing',
    'dashboard',
    'chat',
    'ratio',
  ],
  system: [
    'server',
    'login',
    'smtp',
    ...loginProviderTable.map(({ id }) => id),
    'turnstile',
    ...paymentSections('system'),
    // Also here, so that all payment providers are in one place.
    ...paymentSections('other'),
  ],
  other: ['content', ...paymentSections('other'), 'general'],
} as const;

type OptionGroup = (typeof SECTIONS)[keyof typeof SECTIONS][number];

export type Tab = keyof typeof SECTIONS;
export const TABS = Object.keys(SECTIONS) as [Tab, ...Tab[]];

export interface SettingSection {
  tab: Tab;
  group: OptionGroup;
  options: readonly OptionDefinition[];
}

/** Returns all options of a group. */
export const optionsOf = (group: OptionGroup): readonly OptionDefinition[] =>
  optionRegistry.filter((option) => option.group === group);

const sections: readonly SettingSection[] = TABS.flatMap((tab) =>
  SECTIONS[tab].map((group) => ({
    tab,
    group,
    options: optionsOf(group),
  })),
);

/** Returns the sections of a tab. */
export function listSections(tab: Tab): readonly SettingSection[] {
  return sections.filter((section) => section.tab === tab);
}

/** Returns the first section that shows an option. */
export function sectionOfOption(key: string): SettingSection | undefined {
  return sections.find(({ options }) => options.some((option) => option.key === key));
}

/** Returns the sections with matching options, each once. */
export function findSections(matches: (option: OptionDefinition) => boolean): SettingSection[] {
  const groups = sections.map(({ group }) => group);
  return sections
    .filter(({ group }, index) => groups.indexOf(group) === index)
    .map((section) => ({ ...section, options: section.options.filter(matches) }))
    .filter(({ options }) => options.length > 0);
}

/** The pages of the manual on sections that other sites are involved in. */
const GUIDES: Partial<Record<OptionGroup, ManualSlug>> = {
  ...Object.fromEntries(
    [...paymentSections('system'), ...paymentSections('other')].map((group) => [group, 'payments']),
  ),
  rebate: 'inviting',
  payload: 'security',
};

/** Returns the page of the manual that explains how to set a section up; undefined for most. */
export const guideOf = (group: OptionGroup): ManualSlug | undefined => GUIDES[group];

/** Whether switches of a tab apply as soon as they are clicked; elsewhere they wait for saving. */
export function switchesAtOnce(tab: Tab): boolean {
  return tab === 'system';
}
