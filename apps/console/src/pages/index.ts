import {
  IconActivity,
  IconBook2,
  IconArrowsSplit2,
  IconBrush,
  IconChartBar,
  IconHome,
  IconKey,
  IconListDetails,
  IconLockQuestion,
  IconLogin2,
  IconMessageChatbot,
  IconMusic,
  IconPlug,
  IconPlus,
  IconReceiptDollar,
  IconReceipt,
  IconUserPlus,
  IconUsers,
  IconSettings,
  IconStack2,
  IconTags,
  IconTicket,
  IconWallet,
  type Icon,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Area } from '@tollgate/i18n';
import type { PageTitle } from './page-title.ts';

export type PageAccess = 'public' | 'user' | 'admin';
/** What a site can switch off, by its name in the status. */
export type Feature = 'enable_data_export' | 'enable_drawing' | 'enable_task';
export type NavGroup = 'use' | 'operate' | 'settings';

export interface Page {
  path: string;
  /** Key under `shell.pages`. */
  title: PageTitle;
  access: PageAccess;
  icon?: Icon;
  /** Where it stands in the sidebar; absent for pages that other pages lead to. */
  group?: NavGroup;
  /** In the sidebar of visitors too, or (without a group) of visitors only. */
  forVisitors?: boolean;
  /** Where the site has this off, nothing leads here, and the page says so. */
  feature?: Feature;
  /** Not in the command palette: it only has a sense with what a link brings along. */
  unlisted?: boolean;
  /** What is around it; if absent, the console's frame, and for visitors the public one. */
  frame?: 'public' | 'door';
  /** The texts that it brings along, beside those of the frame. */
  texts?: readonly Area[];
  load: () => Promise<{ default: ComponentType }>;
}

/** The docs for callers. */
export const DOCS_PATH = '/docs';
/** Where links to the console lead. */
export const CONSOLE_PATH = '/detail';

const as = (component: ComponentType) => ({ default: component });

/** Every page of the console: routes, sidebar, titles, guards and the command palette derive from it. */
export const pages = {
  home: {
    path: '/',
    title: 'home',
    access: 'public',
    icon: IconHome,
    group: 'use',
    forVisitors: true,
    frame: 'public',
    texts: ['home'],
    load: async () => as((await import('./home/page.tsx')).HomePage),
  },
  about: {
    path: '/about',
    title: 'about',
    access: 'public',
    texts: ['home'],
    load: async () => as((await import('./about/page.tsx')).AboutPage),
  },
  login: {
    path: '/login',
    title: 'login',
    access: 'public',
    frame: 'door',
    icon: IconLogin2,
    forVisitors: true,
    texts: ['login', 'registration'],
    load: async () => as((await import('./login/page.tsx')).LoginPage),
  },
  register: {
    path: '/register',
    title: 'register',
    access: 'public',
    frame: 'door',
    icon: IconUserPlus,
    forVisitors: true,
    texts: ['login', 'registration'],
    load: async () => as((await import('./register/page.tsx')).RegisterPage),
  },
  reset: {
    path: '/reset',
    title: 'reset',
    access: 'public',
    frame: 'door',
    icon: IconLockQuestion,
    forVisitors: true,
    texts: ['login', 'registration'],
    load: async () => as((await import('./reset/page.tsx')).ResetPage),
  },
  userReset: {
    path: '/user/reset',
    title: 'userReset',
    access: 'public',
    frame: 'door',
    unlisted: true,
    texts: ['login', 'registration'],
    load: async () => as((await import('./reset/confirm-page.tsx')).ResetConfirmPage),
  },
  oauth: {
    path: '/oauth/$provider',
    title: 'oauth',
    access: 'public',
    frame: 'door',
    unlisted: true,
    texts: ['login', 'registration', 'errors'],
    load: async () => as((await import('./oauth/callback-page.tsx')).OauthCallbackPage),
  },
  dashboard: {
    path: CONSOLE_PATH,
    title: 'dashboard',
    access: 'user',
    icon: IconChartBar,
    group: 'use',
    feature: 'enable_data_export',
    texts: ['dashboard', 'system', 'onboarding'],
    load: async () => as((await import('./dashboard/page.tsx')).DashboardPage),
  },
  playground: {
    path: '/playground',
    title: 'playground',
    access: 'user',
    icon: IconMessageChatbot,
    group: 'use',
    texts: ['playground'],
    load: async () => as((await import('./playground/page.tsx')).PlaygroundPage),
  },
  apiKeys: {
    path: '/token',
    title: 'token',
    access: 'user',
    icon: IconKey,
    group: 'use',
    texts: ['tokens', 'login', 'onboarding'],
    load: async () => as((await import('./api-keys/page.tsx')).ApiKeysPage),
  },
  wallet: {
    path: '/topup',
    title: 'wallet',
    access: 'user',
    icon: IconWallet,
    group: 'use',
    texts: ['orders', 'wallet', 'logs', 'routing', 'errors'],
    load: async () => as((await import('./wallet/page.tsx')).WalletPage),
  },
  checkoutSuccess: {
    path: '/checkout-success',
    title: 'checkoutSuccess',
    access: 'user',
    unlisted: true,
    texts: ['wallet'],
    load: async () => as((await import('./checkout-success/page.tsx')).CheckoutSuccessPage),
  },
  log: {
    path: '/log',
    title: 'log',
    access: 'user',
    icon: IconListDetails,
    group: 'use',
    texts: ['logs', 'routing'],
    load: async () => as((await import('./logs/page.tsx')).LogsPage),
  },
  drawing: {
    path: '/midjourney',
    title: 'drawing',
    access: 'user',
    icon: IconBrush,
    group: 'use',
    feature: 'enable_drawing',
    texts: ['tasks'],
    load: async () => as((await import('./midjourney/page.tsx')).ImageTasksPage),
  },
  task: {
    path: '/task',
    title: 'task',
    access: 'user',
    icon: IconMusic,
    group: 'use',
    feature: 'enable_task',
    texts: ['tasks'],
    load: async () => as((await import('./tasks/page.tsx')).MusicTasksPage),
  },
  batch: {
    path: '/batch',
    title: 'batch',
    access: 'user',
    icon: IconStack2,
    group: 'use',
    texts: ['tasks'],
    load: async () => as((await import('./batches/page.tsx')).BatchesPage),
  },
  pricing: {
    path: '/pricing',
    title: 'pricing',
    access: 'public',
    icon: IconTags,
    group: 'use',
    forVisitors: true,
    texts: ['pricing'],
    load: async () => as((await import('./pricing/page.tsx')).PricingPage),
  },
  docs: {
    path: DOCS_PATH,
    title: 'docs',
    access: 'public',
    frame: 'public',
    icon: IconBook2,
    group: 'use',
    forVisitors: true,
    texts: ['docs', 'errors'],
    load: async () => as((await import('./docs/page.tsx')).DocsPage),
  },
  docsPage: {
    path: '/docs/$slug',
    title: 'docs',
    access: 'public',
    frame: 'public',
    unlisted: true,
    texts: ['docs', 'errors'],
    load: async () => as((await import('./docs/page.tsx')).DocsPage),
  },
  pricingModel: {
    path: '/pricing/$id',
    title: 'pricing',
    access: 'public',
    texts: ['pricing'],
    load: async () => as((await import('./pricing/model-page.tsx')).ModelPage),
  },
  chatLink: {
    path: '/chat2link',
    title: 'chatLink',
    access: 'user',
    unlisted: true,
    frame: 'public',
    load: async () => as((await import('./chat-link/page.tsx')).ChatLinkPage),
  },
  channel: {
    path: '/channel',
    title: 'channel',
    access: 'admin',
    icon: IconPlug,
    group: 'operate',
    texts: ['channels', 'providers', 'routing'],
    load: async () => as((await import('./channels/page.tsx')).ChannelsPage),
  },
  channelAdd: {
    path: '/channel/add',
    title: 'channelAdd',
    access: 'admin',
    icon: IconPlus,
    texts: ['channels', 'providers', 'routing'],
    load: async () => as((await import('./channels/edit-page.tsx')).ChannelEditPage),
  },
  channelEdit: {
    path: '/channel/edit/$id',
    title: 'channelEdit',
    access: 'admin',
    texts: ['channels', 'providers', 'routing'],
    load: async () => as((await import('./channels/edit-page.tsx')).ChannelEditPage),
  },
  order: {
    path: '/orders',
    title: 'order',
    access: 'admin',
    icon: IconReceipt,
    group: 'operate',
    texts: ['orders', 'errors'],
    load: async () => as((await import('./orders/page.tsx')).OrdersPage),
  },
  prices: {
    path: '/prices',
    title: 'prices',
    access: 'admin',
    icon: IconReceiptDollar,
    group: 'operate',
    texts: ['prices', 'options', 'optionHints', 'providers'],
    load: async () => as((await import('./prices/page.tsx')).PricesPage),
  },
  redemption: {
    path: '/redemption',
    title: 'redemption',
    access: 'admin',
    icon: IconTicket,
    group: 'operate',
    texts: ['redemptions', 'errors'],
    load: async () => as((await import('./redemptions/page.tsx')).RedemptionsPage),
  },
  traffic: {
    path: '/traffic',
    title: 'traffic',
    access: 'admin',
    icon: IconArrowsSplit2,
    group: 'operate',
    texts: ['traffic', 'errors'],
    load: async () => as((await import('./traffic/page.tsx')).TrafficPage),
  },
  trafficComparison: {
    path: '/traffic/$id',
    title: 'trafficComparison',
    access: 'admin',
    texts: ['traffic'],
    load: async () => as((await import('./traffic/comparison-page.tsx')).TrafficComparisonPage),
  },
  user: {
    path: '/user',
    title: 'user',
    access: 'admin',
    icon: IconUsers,
    group: 'operate',
    texts: ['users', 'errors'],
    load: async () => as((await import('./users/page.tsx')).UsersPage),
  },
  userSelf: {
    path: '/user/edit',
    title: 'userSelf',
    access: 'admin',
    texts: ['users', 'errors'],
    load: async () => as((await import('./users/edit-page.tsx')).UserEditPage),
  },
  userEdit: {
    path: '/user/edit/$id',
    title: 'userEdit',
    access: 'admin',
    texts: ['users', 'errors'],
    load: async () => as((await import('./users/edit-page.tsx')).UserEditPage),
  },
  setting: {
    path: '/setting',
    title: 'setting',
    access: 'user',
    icon: IconSettings,
    group: 'settings',
    texts: ['setting', 'personal', 'registration', 'errors'],
    load: async () => as((await import('./settings/page.tsx')).SettingsPage),
  },
  system: {
    path: '/system',
    title: 'system',
    access: 'admin',
    icon: IconActivity,
    group: 'settings',
    texts: ['system', 'routing'],
    load: async () => as((await import('./system/page.tsx')).SystemPage),
  },
} as const satisfies Record<string, Page>;

/** Old addresses and the page that each leads to. */
export const redirects: Readonly<Record<string, string>> = {
  '/chat': pages.home.path,
  '/chat/$id': pages.home.path,
};

/** All shared pieces in all their states; not part of what is built for use. */
const gallery: Page = {
  path: '/__gallery',
  title: 'gallery',
  access: 'public',
  texts: ['tokens'],
  load: async () => as((await import('./gallery/page.tsx')).GalleryPage),
};

export const allPages: readonly Page[] = [
  ...Object.values(pages),
  ...(import.meta.env.DEV ? [gallery] : []),
];

/** The page at an address, or undefined while it is not built: links to it are left out till then. */
function findPage(path: string): Page | undefined {
  return allPages.find((page) => page.path === path);
}

/** Pages that the frame leads to once they exist: the wallet from the balance. */
export const landmarks = { wallet: findPage('/topup') };
