import { mergeTexts } from './merge-texts.ts';

interface Loaders {
  zh: () => Promise<{ default: object }>;
  en: () => Promise<{ default: object }>;
}

type ProviderTexts = Awaited<ReturnType<typeof zhProviders>>['default'];

const zhProviders = () => import('./zh/payment-providers.json', { with: { type: 'json' } });
const enProviders = () => import('./en/payment-providers.json', { with: { type: 'json' } });

/** Loads an area to which payment providers add texts, each in one file per language. */
const withProviders =
  (
    area: keyof ProviderTexts,
    providers: () => Promise<{ default: ProviderTexts }>,
    load: () => Promise<{ default: object }>,
  ) =>
  async () => {
    const [areaTexts, added] = await Promise.all([load(), providers()]);
    return { default: mergeTexts(areaTexts.default, added.default[area]) };
  };

/**
 * Loads the texts of an area and language separately: the first paint waits only for the frame's texts, and
 * nobody downloads pages or languages they do not open.
 */
export const loadArea = {
  agent: {
    zh: () => import('./zh/agent.json', { with: { type: 'json' } }),
    en: () => import('./en/agent.json', { with: { type: 'json' } }),
  },
  audit: {
    zh: () => import('./zh/audit.json', { with: { type: 'json' } }),
    en: () => import('./en/audit.json', { with: { type: 'json' } }),
  },
  channels: {
    zh: () => import('./zh/channels.json', { with: { type: 'json' } }),
    en: () => import('./en/channels.json', { with: { type: 'json' } }),
  },
  dashboard: {
    zh: () => import('./zh/dashboard.json', { with: { type: 'json' } }),
    en: () => import('./en/dashboard.json', { with: { type: 'json' } }),
  },
  docs: {
    zh: () => import('./zh/docs.json', { with: { type: 'json' } }),
    en: () => import('./en/docs.json', { with: { type: 'json' } }),
  },
  errors: {
    zh: () => import('./zh/errors.json', { with: { type: 'json' } }),
    en: () => import('./en/errors.json', { with: { type: 'json' } }),
  },
  home: {
    zh: () => import('./zh/home.json', { with: { type: 'json' } }),
    en: () => import('./en/home.json', { with: { type: 'json' } }),
  },
  imports: {
    zh: () => import('./zh/imports.json', { with: { type: 'json' } }),
    en: () => import('./en/imports.json', { with: { type: 'json' } }),
  },
  login: {
    zh: () => import('./zh/login.json', { with: { type: 'json' } }),
    en: () => import('./en/login.json', { with: { type: 'json' } }),
  },
  logs: {
    zh: () => import('./zh/logs.json', { with: { type: 'json' } }),
    en: () => import('./en/logs.json', { with: { type: 'json' } }),
  },
  notifications: {
    zh: () => import('./zh/notifications.json', { with: { type: 'json' } }),
    en: () => import('./en/notifications.json', { with: { type: 'json' } }),
  },
  onboarding: {
    zh: () => import('./zh/onboarding.json', { with: { type: 'json' } }),
    en: () => import('./en/onboarding.json', { with: { type: 'json' } }),
  },
  optionHints: {
    zh: withProviders(
      'optionHints',
      zhProviders,
      () => import('./zh/option-hints.json', { with: { type: 'json' } }),
    ),
    en: withProviders(
      'optionHints',
      enProviders,
      () => import('./en/option-hints.json', { with: { type: 'json' } }),
    ),
  },
  options: {
    zh: withProviders(
      'options',
      zhProviders,
      () => import('./zh/options.json', { with: { type: 'json' } }),
    ),
    en: withProviders(
      'options',
      enProviders,
      () => import('./en/options.json', { with: { type: 'json' } }),
    ),
  },
  orders: {
    zh: () => import('./zh/orders.json', { with: { type: 'json' } }),
    en: () => import('./en/orders.json', { with: { type: 'json' } }),
  },
  personal: {
    zh: () => import('./zh/personal.json', { with: { type: 'json' } }),
    en: () => import('./en/personal.json', { with: { type: 'json' } }),
  },
  playground: {
    zh: () => import('./zh/playground.json', { with: { type: 'json' } }),
    en: () => import('./en/playground.json', { with: { type: 'json' } }),
  },
  prices: {
    zh: () => import('./zh/prices.json', { with: { type: 'json' } }),
    en: () => import('./en/prices.json', { with: { type: 'json' } }),
  },
  pricing: {
    zh: () => import('./zh/pricing.json', { with: { type: 'json' } }),
    en: () => import('./en/pricing.json', { with: { type: 'json' } }),
  },
  providers: {
    zh: () => import('./zh/providers.json', { with: { type: 'json' } }),
    en: () => import('./en/providers.json', { with: { type: 'json' } }),
  },
  redemptions: {
    zh: () => import('./zh/redemptions.json', { with: { type: 'json' } }),
    en: () => import('./en/redemptions.json', { with: { type: 'json' } }),
  },
  registrationCodes: {
    zh: () => import('./zh/registration-codes.json', { with: { type: 'json' } }),
    en: () => import('./en/registration-codes.json', { with: { type: 'json' } }),
  },
  registration: {
    zh: () => import('./zh/registration.json', { with: { type: 'json' } }),
    en: () => import('./en/registration.json', { with: { type: 'json' } }),
  },
  routing: {
    zh: () => import('./zh/routing.json', { with: { type: 'json' } }),
    en: () => import('./en/routing.json', { with: { type: 'json' } }),
  },
  setting: {
    zh: withProviders(
      'setting',
      zhProviders,
      () => import('./zh/setting.json', { with: { type: 'json' } }),
    ),
    en: withProviders(
      'setting',
      enProviders,
      () => import('./en/setting.json', { with: { type: 'json' } }),
    ),
  },
  system: {
    zh: () => import('./zh/system.json', { with: { type: 'json' } }),
    en: () => import('./en/system.json', { with: { type: 'json' } }),
  },
  tasks: {
    zh: () => import('./zh/tasks.json', { with: { type: 'json' } }),
    en: () => import('./en/tasks.json', { with: { type: 'json' } }),
  },
  team: {
    zh: () => import('./zh/team.json', { with: { type: 'json' } }),
    en: () => import('./en/team.json', { with: { type: 'json' } }),
  },
  tokens: {
    zh: () => import('./zh/tokens.json', { with: { type: 'json' } }),
    en: () => import('./en/tokens.json', { with: { type: 'json' } }),
  },
  traffic: {
    zh: () => import('./zh/traffic.json', { with: { type: 'json' } }),
    en: () => import('./en/traffic.json', { with: { type: 'json' } }),
  },
  users: {
    zh: () => import('./zh/users.json', { with: { type: 'json' } }),
    en: () => import('./en/users.json', { with: { type: 'json' } }),
  },
  wallet: {
    zh: withProviders(
      'wallet',
      zhProviders,
      () => import('./zh/wallet.json', { with: { type: 'json' } }),
    ),
    en: withProviders(
      'wallet',
      enProviders,
      () => import('./en/wallet.json', { with: { type: 'json' } }),
    ),
  },
} as const satisfies Record<string, Loaders>;

export type Area = keyof typeof loadArea;
