/** Seconds of load in each step. */
export const WARM_UP_STEP_SECONDS = 2;
const STEPS_MAX = 15;
/** A step has to bring this much to count as progress; noise brings less. */
const PROGRESS = 0.97;
const STEPS_WITHOUT_PROGRESS = 2;

/**
 * Loads a target in steps until its CPU time per call no longer falls. V8 compiles a gateway's code while it
 * runs, for some ten seconds on a slow machine, and a small program's in one: a fixed warm-up compares their
 * compilers. A gateway serves for weeks.
 *
 * @param step loads the target for a step and returns its CPU time per call
 * @returns the number of steps
 */
export async function warmUp(step: () => Promise<number>): Promise<number> {
  let least = Infinity;
  let idle = 0;
  for (let steps = 1; steps <= STEPS_MAX; steps += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const cost = await step();
    idle = cost < least * PROGRESS ? 0 : idle + 1;
    least = Math.min(least, cost);
    if (idle === STEPS_WITHOUT_PROGRESS) return steps;
  }
  return STEPS_MAX;
}
