import type { Database } from 'better-sqlite3';
import type { LogPositionsTable } from '../schema.ts';
import { encodeBitmap } from './bitmap.ts';

export type IndexedColumn = LogPositionsTable['kind'];

/** Indexed columns, in the order of the arguments of `collect_positions`. */
const KINDS: readonly IndexedColumn[] = ['type', 'user', 'token', 'model', 'channel', 'group'];

/** A value that rows share. Numbers are written as text. */
export interface IndexedValue {
  kind: IndexedColumn;
  value: string;
  /** Encoded, in base64. */
  places: string;
}

/**
 * Adds the aggregate `collect_positions(place, type, user, token, model, channel, group)` to a connection:
 * the positions of every value, as JSON of `IndexedValue`s, in one pass over the rows.
 */
export function addCollectPositions(database: Database): void {
  database.aggregate<unknown>('collect_positions', {
    deterministic: true,
    varargs: true,
    start: () => new Collector(),
    step: (collector: unknown, position: unknown, ...values: unknown[]) =>
      (collector as Collector).add(position as number, values),
    result: (collector) => JSON.stringify((collector as Collector).list()),
  });
}

class Collector {
  readonly #kinds = KINDS.map((kind) => ({ kind, found: new Map<unknown, number[]>() }));

  add(position: number, values: readonly unknown[]): void {
    this.#kinds.forEach(({ found }, index) => {
      const value = values[index];
      const positions = found.get(value);
      if (positions) positions.push(position);
      else found.set(value, [position]);
    });
  }

  list(): IndexedValue[] {
    return this.#kinds.flatMap(({ kind, found }) =>
      [...found].map(([value, positions]) => ({
        kind,
        value: String(value),
        places: encodeBitmap(positions).toString('base64'),
      })),
    );
  }
}
