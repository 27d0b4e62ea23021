import { BenchError } from '../bench-error.ts';
import type { Trial } from '../trial.ts';
import { startServers } from './chaos-servers.ts';
import { findFailures, renderChaos } from './render-chaos.ts';
import { runScenario, type ScenarioResult } from './run-scenario.ts';
import { SCENARIOS } from './scenarios.ts';

/** Measures calls, balances and recovery while components fail. */
export const chaosTrial: Trial = {
  name: 'chaos',
  title: 'Failing parts under load',
  // `only` is the number of a single scenario in the list; 0 runs all.
  options: { rate: 60, only: 0 },
  async run(stage, { rate = 60, only = 0 }, print) {
    if (only > SCENARIOS.length)
      throw new BenchError(`--only takes the number of a scenario, up to ${SCENARIOS.length}`);
    const scenarios = only === 0 ? SCENARIOS : SCENARIOS.slice(only - 1, only);
    const servers = await startServers();
    const results: ScenarioResult[] = [];
    const leftOut: string[] = [];
    try {
      for (const scenario of scenarios)
        for (const database of scenario.databases) {
          const name = `${scenario.title}, ${database}`;
          try {
            const result = await runScenario({ stage, servers, scenario, database, rate });
            results.push(result);
            print(`  ${name}: ${findFailures(result).join(', ') || 'holds'}`);
          } catch (error) {
            if (!(error instanceof BenchError)) throw error;
            leftOut.push(`Left out: ${name}: ${error.message}`);
            print(`  ${leftOut.at(-1)}`);
          }
        }
    } finally {
      await servers.stop();
    }
    const intro = `${rate} calls a second by five keys of four users, with gateways, PostgreSQL and Redis as processes of their own.`;
    return [intro, renderChaos(results), ...leftOut].join('\n\n');
  },
};
