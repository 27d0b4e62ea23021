import { SHIFT_CLOCK_PRELOAD } from '@tollgate/tools';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Stage } from '../stage.ts';
import { startGateway } from '../start-gateway.ts';

export interface ChaosGatewayOptions {
  stage: Stage;
  /** Its DATA_DIR, created if missing. */
  dataDirectory: string;
  env?: Record<string, string>;
}

/** A gateway that can be stopped in any way and restarted on its files. */
export class ChaosGateway {
  readonly dataDirectory: string;
  readonly #options: ChaosGatewayOptions;
  readonly #clockFile: string;
  #running: Awaited<ReturnType<typeof startGateway>> | undefined;

  constructor(options: ChaosGatewayOptions) {
    this.#options = options;
    this.dataDirectory = options.dataDirectory;
    this.#clockFile = `${options.dataDirectory}.clock`;
    mkdirSync(options.dataDirectory, { recursive: true });
    this.shiftClock(0);
  }

  /** Origin while it is running. */
  get url(): string | undefined {
    return this.#running?.url;
  }

  /** Starts it and waits for the first healthy response. */
  async start(): Promise<void> {
    const { stage, dataDirectory, env } = this.#options;
    this.#running = await startGateway(stage, {
      dataDirectory,
      nodeOptions: ['--import', SHIFT_CLOCK_PRELOAD],
      env: { CLOCK_SHIFT_FILE: this.#clockFile, ...env },
    });
  }

  /** Sends a signal and resolves when the process has ended; no calls are sent to it from then on. */
  async halt(signal: NodeJS.Signals): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.halt(signal);
  }

  /** Shifts its wall clock by this much from the real one. */
  shiftClock(shiftMs: number): void {
    writeFileSync(this.#clockFile, String(shiftMs));
  }
}
