import type { JsonObject } from '../json/json-object.ts';

const snakeNames = new Map<string, string>();

/** A member by its name, also when it was written in snake_case: Google's servers take both. */
export function member(record: JsonObject, name: string): unknown {
  return record[name] ?? record[snakeOf(name)];
}

/** The other spelling of a name. Only names from this package's own code are ever requested. */
export function snakeOf(name: string): string {
  let snake = snakeNames.get(name);
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snakeNames.set(name, snake);
  }
  return snake;
}
