import { startApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/platform/config.ts';
import { explainStartupError } from '../src/platform/explain-startup-error.ts';
import { createLogger } from '../src/platform/logger.ts';
import { FEW_CONNECTIONS } from './databases.ts';

/**
 * Starts a gateway that cannot open its database or misreads its environment; returns what the process would
 * log and say. In this process, as a separate one costs a second: `startup-errors.test.ts` proves that it
 * says the same.
 */
export async function explainFailedStart(env: Record<string, string>): Promise<string> {
  const lines: string[] = [];
  const log = createLogger('trace', 'json', { write: (line) => lines.push(line) });
  let config: Config | undefined;
  try {
    config = readConfig({ PORT: '0', ...FEW_CONNECTIONS, ...env });
    await startApp({ config, log });
  } catch (error) {
    return [...lines, explainStartupError(error, config)].join('\n');
  }
  throw new Error('it started');
}
