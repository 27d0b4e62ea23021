import type { JsonObject } from '../json/json-object.ts';

const snakeNames = new Map<string, string>();

/** Returns a member by its camelCase name or its snake_case spelling: Google's servers accept both. */
export function member(record: JsonObject, name: string): unknown {
  return record[name] ?? record[snakeOf(name)];
}

/** Returns the snake_case spelling of a name. Only called with names from this package's own code. */
export function snakeOf(name: string): string {
  let snake = snakeNames.get(name);
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snakeNames.set(name, snake);
  }
  return snake;
}
