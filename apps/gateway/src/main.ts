import { startApp } from './app.ts';
import { readConfig } from './platform/config.ts';
import { createLogger } from './platform/logger.ts';

/** Starts the gateway from the environment and stops it on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.LOG_LEVEL);
  const app = await startApp({ config, log });
  const lines = [`Tollgate serves on ${app.url}`];
  if (app.firstBoot) {
    const password = config.INITIAL_ROOT_PASSWORD ? 'INITIAL_ROOT_PASSWORD' : '123456';
    lines.push(`First login: root / ${password}`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping: open calls may finish');
    app.close().then(
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
