/** The tabs of the user drawer, by their names in the URL. */
export const USER_TABS = [
  'overview',
  'balance',
  'keys',
  'calls',
  'sessions',
  'signIns',
  'orders',
  'teams',
  'remark',
] as const;
export type UserTab = (typeof USER_TABS)[number];

/** Tabs that need a higher role than the user's, and a user who still exists. */
export const MANAGED_TABS: readonly UserTab[] = ['keys', 'sessions', 'signIns', 'remark'];
