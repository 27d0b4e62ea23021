/** On CI, where nobody waits for a test that hangs, limits are ten times as long. */
const FACTOR = process.env.CI === 'true' ? 10 : 1;

/**
 * Time limits of all Vitest projects, in milliseconds. They only end tests that hang: a slow, busy machine takes
 * ten times as long as an idle one. Tests state no limits of their own.
 */
export const TEST_LIMITS = {
  testTimeout: 90_000 * FACTOR,
  hookTimeout: 90_000 * FACTOR,
  expect: { poll: { timeout: 30_000 * FACTOR, interval: 20 } },
} as const;
