/** A part of the code in which tests must detect every fault. */
export interface MutatedArea {
  name: string;
  /** Matches source paths in the repository. */
  sources: RegExp;
  /**
   * Tests of the whole area. They run for each of its mutants, after the tests that import the mutated file.
   */
  tests: readonly string[];
}

/** Excludes code that runs only with PostgreSQL or Redis, operators' metrics, and types. */
const SKIPPED =
  /\.test\.|\/testing\/|postgres|redis|local-journal|lease-recall|\/ship-|-metrics\.ts|\/(backend|wallet|.*-error)\.ts$/;

const GATEWAY = 'apps/gateway/src';

/** Money, routing, permissions and ownership. */
export const mutatedAreas: readonly MutatedArea[] = [
  {
    name: 'wallet',
    sources: /^apps\/gateway\/src\/domain\/wallet\//,
    tests: [
      'leasing',
      'refused-changes',
      'wallet',
      'simulation',
      'unapplied-usage',
      'reconcile-ledger',
    ].map((name) => `${GATEWAY}/domain/wallet/${name}.test.ts`),
  },
  { name: 'pricing', sources: /^packages\/pricing\/src\/[^/]+\.ts$/, tests: [] },
  {
    name: 'relay decisions',
    sources:
      /^apps\/gateway\/src\/(domain\/channel-health\/|relay\/routing\/|relay\/attempt\/(attempt-runner|run-call|record-attempt)\.ts)/,
    tests: [
      'domain/channel-health/channel-health-event',
      'relay/routing/routing',
      'relay/routing/channel-affinity',
      'relay/attempt/channel-cooldown',
      'relay/attempt/automatic-disable',
      'relay/routing/many-keys',
      'relay/routing/conversation-state',
      'relay/routing/route-trace',
    ].map((name) => `${GATEWAY}/${name}.test.ts`),
  },
  {
    name: 'permissions',
    sources:
      /^apps\/gateway\/src\/(api\/authorize|domain\/accounts\/sessions|domain\/limits\/.*|domain\/options\/(save-options|keep-root-login|needs-proof|check-options))\.ts$|^packages\/contract\/src\/roles\.ts$/,
    tests: ['access', 'option-roles', 'options', 'lock-out', 'access-tokens', 'sessions'].map(
      (name) => `${GATEWAY}/api/${name}.test.ts`,
    ),
  },
  {
    name: 'teams',
    sources: /^apps\/gateway\/src\/domain\/teams\//,
    tests: [`${GATEWAY}/domain/teams/teams.test.ts`],
  },
  {
    name: 'scopes and second factors',
    sources:
      /^apps\/gateway\/src\/domain\/second-factors\/|^packages\/contract\/src\/scopes\/scopes\.ts$/,
    tests: [`${GATEWAY}/api/second-factors.test.ts`, `${GATEWAY}/api/scoped-tokens.test.ts`],
  },
  {
    name: 'payments and rebates',
    sources:
      /^apps\/gateway\/src\/domain\/(rebates\/|payments\/(apply-payment-event|credit-paid-order|open-order)\.ts$)/,
    tests: [
      `${GATEWAY}/domain/rebates/rebates.test.ts`,
      `${GATEWAY}/domain/payments/payment-world.test.ts`,
    ],
  },
];

export function areaOf(path: string): MutatedArea | undefined {
  return SKIPPED.test(path) ? undefined : mutatedAreas.find(({ sources }) => sources.test(path));
}
