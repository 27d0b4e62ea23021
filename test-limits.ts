/**
 * Time limits of all Vitest projects, in milliseconds. They only end tests that hang: a slow, busy machine takes
 * ten times as long as an idle one. Tests state no limits of their own.
 */
export const TEST_LIMITS = {
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 300_000, interval: 20 } },
} as const;
