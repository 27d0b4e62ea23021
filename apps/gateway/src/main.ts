import './platform/tune-engine.ts';
import cluster from 'node:cluster';
import { type App, startApp } from './app.ts';
import { type Config, readConfig } from './platform/config.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { shareMetrics } from './platform/metrics.ts';
import { runWorkers, type ServingMessage } from './workers.ts';

/** Calls may take so long after a signal. */
const GRACE_MS = 60_000;
/** On SIGTERM a balancer may send a little more on open connections; a person who presses Ctrl-C waits for nobody. */
const LINGER_MS = { SIGTERM: 5000, SIGINT: 0 } as const;

const say = (lines: string[]) => void process.stdout.write(`${lines.join('\n')}\n`);

/** Starts the gateway from the environment and stops it on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.LOG_LEVEL);
  if (config.WORKERS > 1 && cluster.isPrimary)
    return runWorkers({ count: config.WORKERS, log, serving: say });
  if (cluster.isWorker) shareMetrics();
  const app = await startApp({ config, log });
  stopOnSignal(app, log);
  const lines = greet(app, config);
  if (cluster.isWorker) process.send?.({ tollgate: 'serving', lines } satisfies ServingMessage);
  else say(lines);
}

function greet(app: App, config: Config): string[] {
  const lines = [`Tollgate serves on ${app.url}`];
  if (app.firstBoot) {
    const password = config.INITIAL_ROOT_PASSWORD ? 'INITIAL_ROOT_PASSWORD' : '123456';
    lines.push(`First login: root / ${password}`);
  }
  return lines;
}

function stopOnSignal(app: App, log: Logger): void {
  let stopping = false;
  const stop = (signal: keyof typeof LINGER_MS) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping: open calls may finish');
    app.close(GRACE_MS, LINGER_MS[signal]).then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
