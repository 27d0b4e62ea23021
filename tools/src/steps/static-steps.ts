import { freemem } from 'node:os';
import { commandStep, type Step } from './step.ts';

/**
 * Format, and lint with types: the linter reads every program anyway, so it also reports the compiler's
 * errors, in half the time of both. With one core, for use beside other work, the type checker takes longer
 * but a fifth less CPU time: it checks with one checker, while several each find out again what they share.
 */
export function listStaticSteps({ hasOneCore = false } = {}): Step[] {
  return [
    commandStep('format: oxfmt', 'oxfmt', ['--check', '.']),
    commandStep(
      'lint and types: oxlint',
      'oxlint',
      ['--type-aware', '--type-check', '--deny-warnings'],
      { ...collectorSettings(freemem()), ...(hasOneCore ? { GOMAXPROCS: '1' } : {}) },
    ),
  ];
}

/**
 * The type checker (in Go) keeps some 4 GB until it ends. If there is plenty of free memory, turning garbage
 * collection off (up to 9 GiB) saves a sixth of its time.
 */
function collectorSettings(free: number): Record<string, string> {
  return free > 16 * 2 ** 30 ? { GOGC: 'off', GOMEMLIMIT: '9GiB' } : {};
}

/** Exports, files and dependencies that nothing uses. */
export const deadCodeStep: Step = commandStep('dead code: knip', 'knip', ['--no-progress']);
