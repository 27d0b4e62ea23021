import './platform/tune-v8.ts';
import cluster from 'node:cluster';
import { type App, startApp } from './app.ts';
import { type Config, readConfig } from './platform/config.ts';
import { LostCharges } from './domain/wallet/lost-charges.ts';
import { pickLanguage } from './cli/pick-language.ts';
import { explainStartupError } from './platform/explain-startup-error.ts';
import { showEventLoopDelay } from './platform/event-loop-metrics.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { shareMetrics } from './platform/metrics.ts';
import { findIgnoredTelemetry, findUnknownVariables } from './platform/unknown-variables.ts';
import { writeAllSync } from './platform/write-all-sync.ts';
import { runWorkers, type ServingMessage } from './workers.ts';

/** How long calls may take after an uncaught exception: meanwhile new calls wait for another process. */
const GRACE_AFTER_ERROR_MS = 10_000;
/**
 * On SIGTERM a load balancer may still send calls on open connections; Ctrl-C and a terminal that is closed wait
 * for nothing.
 */
const LINGER_MS = { SIGTERM: 5000, SIGINT: 0, SIGHUP: 0 } as const;

/** EX_IOERR of sysexits: the last lines of the error output contain what was not charged. */
const EXIT_LOST_CHARGES = 74;

// A terminal, disk or reader that is gone must not end the gateway.
process.stdout.on('error', () => {});
const say = (lines: string[]) => void process.stdout.write(`${lines.join('\n')}\n`);

/** Starts the gateway from the environment; stops it on SIGTERM, SIGINT, SIGHUP or an uncaught exception. */
async function main(config: Config): Promise<void> {
  const log = createLogger(config.LOG_LEVEL, config.LOG_FORMAT);
  if (cluster.isPrimary) warnOfUnknownVariables(log);
  if (config.WORKERS > 1 && cluster.isPrimary)
    return runWorkers({ count: config.WORKERS, log, serving: say });
  if (cluster.isWorker) shareMetrics();
  showEventLoopDelay();
  const app = await startApp({ config, log });
  shutDownGracefully(app, log, config.SHUTDOWN_GRACE_SECONDS * 1000);
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

function shutDownGracefully(app: App, log: Logger, graceMs: number): void {
  let stopping = false;
  const stop = (waitMs: number, lingerMs: number, exitCode: number) => {
    if (stopping) return;
    stopping = true;
    app.close(waitMs, lingerMs).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.fatal({ err: error }, 'graceful shutdown failed');
        if (!(error instanceof LostCharges)) process.exit(1);
        // Written synchronously, whatever happens to the log.
        writeAllSync(`${error.lines.join('\n')}\n`);
        process.exit(EXIT_LOST_CHARGES);
      },
    );
  };
  // Not `once`: Node would let a repeated signal kill the process, with calls that are not charged yet.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping) return;
      log.info({ signal }, 'shutting down: draining open calls');
      stop(graceMs, Math.min(graceMs, LINGER_MS[signal]), 0);
    });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception, draining');
    stop(GRACE_AFTER_ERROR_MS, 0, 1);
  });
}

/** Warns of misspelled variables, which otherwise go unnoticed for long. */
function warnOfUnknownVariables(log: Logger): void {
  for (const { name, meant } of findUnknownVariables(process.env))
    log.warn(
      { variable: name, ...(meant === undefined ? {} : { meant }) },
      `the environment variable ${name} is not read${meant === undefined ? '' : `: did you mean ${meant}?`}`,
    );
  const variables = findIgnoredTelemetry(process.env);
  if (variables.length > 0)
    log.warn(
      { variables },
      `these OpenTelemetry variables have no effect: ${variables.join(', ')}`,
    );
}

let config: Config | undefined;
try {
  config = readConfig(process.env);
  await main(config);
} catch (error) {
  process.stderr.write(`${explainStartupError(error, config, pickLanguage(process.env))}\n`);
  process.exit(1);
}
