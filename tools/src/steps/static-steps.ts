import { commandStep, type Step } from './step.ts';

/**
 * Format, and lint with types: the linter reads every program anyway, so it also says what the
 * compiler would, for half of the time of both.
 */
export function listStaticSteps(): Step[] {
  return [
    commandStep('lint and types: oxlint', 'oxlint', [
      '--type-aware',
      '--type-check',
      '--deny-warnings',
    ]),
    commandStep('format: oxfmt', 'oxfmt', ['--check', '.']),
  ];
}

/** Exports, files and dependencies that nothing uses. */
export const deadCodeStep: Step = commandStep('dead code: knip', 'knip', ['--no-progress']);
