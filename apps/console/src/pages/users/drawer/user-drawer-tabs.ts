/** The parts of what the drawer says of a user; the address has their names. */
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

/** Those that need a role above the user's, or that the user still exists. */
export const MANAGED_TABS: readonly UserTab[] = ['keys', 'sessions', 'signIns', 'remark'];
