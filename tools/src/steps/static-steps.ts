import { listTsconfigs } from '../repository.ts';
import { commandStep, type Step } from './step.ts';

/** Format, lint and types: one step each, and one for every tsconfig. */
export function listStaticSteps(): Step[] {
  return [
    commandStep('lint: oxlint, with types', 'oxlint', ['--type-aware', '--deny-warnings']),
    commandStep('format: oxfmt', 'oxfmt', ['--check', '.']),
    ...listTsconfigs().map((file) => commandStep(`types: ${file}`, 'tsc', ['-p', file])),
  ];
}

/** Exports, files and dependencies that nothing uses. */
export const deadCodeStep: Step = commandStep('dead code: knip', 'knip', ['--no-progress']);
