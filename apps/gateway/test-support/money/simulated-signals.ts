import type { Signals } from '../../src/store/postgres-signals.ts';
import type { CrashPoints } from './crash-points.ts';

/** The signals of a world: dead nodes and those cut off from the database receive none. */
export class SimulatedSignals {
  readonly #listeners = new Map<CrashPoints, () => void>();

  async open(points: CrashPoints, onSignal: () => void): Promise<Signals> {
    this.#listeners.set(points, onSignal);
    return {
      notify: async () => {
        for (const [listener, wake] of this.#listeners)
          if (!listener.dead && !listener.away) wake();
      },
      close: async () => void this.#listeners.delete(points),
    };
  }
}
