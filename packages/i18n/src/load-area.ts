interface Loaders {
  zh: () => Promise<{ default: object }>;
  en: () => Promise<{ default: object }>;
}

/**
 * The texts of an area and language, fetched on their own: the first paint waits for those of the
 * frame only, and nobody pays for pages or a language that are not opened.
 */
export const loadArea = {
  channels: {
    zh: () => import('./zh/channels.json', { with: { type: 'json' } }),
    en: () => import('./en/channels.json', { with: { type: 'json' } }),
  },
  dashboard: {
    zh: () => import('./zh/dashboard.json', { with: { type: 'json' } }),
    en: () => import('./en/dashboard.json', { with: { type: 'json' } }),
  },
  errors: {
    zh: () => import('./zh/errors.json', { with: { type: 'json' } }),
    en: () => import('./en/errors.json', { with: { type: 'json' } }),
  },
  home: {
    zh: () => import('./zh/home.json', { with: { type: 'json' } }),
    en: () => import('./en/home.json', { with: { type: 'json' } }),
  },
  login: {
    zh: () => import('./zh/login.json', { with: { type: 'json' } }),
    en: () => import('./en/login.json', { with: { type: 'json' } }),
  },
  logs: {
    zh: () => import('./zh/logs.json', { with: { type: 'json' } }),
    en: () => import('./en/logs.json', { with: { type: 'json' } }),
  },
  optionHints: {
    zh: () => import('./zh/option-hints.json', { with: { type: 'json' } }),
    en: () => import('./en/option-hints.json', { with: { type: 'json' } }),
  },
  options: {
    zh: () => import('./zh/options.json', { with: { type: 'json' } }),
    en: () => import('./en/options.json', { with: { type: 'json' } }),
  },
  personal: {
    zh: () => import('./zh/personal.json', { with: { type: 'json' } }),
    en: () => import('./en/personal.json', { with: { type: 'json' } }),
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
  registration: {
    zh: () => import('./zh/registration.json', { with: { type: 'json' } }),
    en: () => import('./en/registration.json', { with: { type: 'json' } }),
  },
  routing: {
    zh: () => import('./zh/routing.json', { with: { type: 'json' } }),
    en: () => import('./en/routing.json', { with: { type: 'json' } }),
  },
  setting: {
    zh: () => import('./zh/setting.json', { with: { type: 'json' } }),
    en: () => import('./en/setting.json', { with: { type: 'json' } }),
  },
  system: {
    zh: () => import('./zh/system.json', { with: { type: 'json' } }),
    en: () => import('./en/system.json', { with: { type: 'json' } }),
  },
  tasks: {
    zh: () => import('./zh/tasks.json', { with: { type: 'json' } }),
    en: () => import('./en/tasks.json', { with: { type: 'json' } }),
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
    zh: () => import('./zh/wallet.json', { with: { type: 'json' } }),
    en: () => import('./en/wallet.json', { with: { type: 'json' } }),
  },
} as const satisfies Record<string, Loaders>;

export type Area = keyof typeof loadArea;
