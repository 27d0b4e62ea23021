import { readNumber } from './read-number.ts';
import { type Column, renderFields, renderTable } from './render-table.ts';
import type { RemoteCall } from './remote-command.ts';

const LIMIT_DEFAULT = 50;

/** Prints rows until there are as many as `--limit` allows: a table, or a JSON array. */
export async function printList<Row>(
  call: RemoteCall,
  rows: AsyncIterable<Row>,
  columns: readonly Column<Row>[],
): Promise<void> {
  const limit = readNumber(call, 'limit') ?? LIMIT_DEFAULT;
  const taken: Row[] = [];
  let isCut = false;
  for await (const row of rows) {
    isCut = limit > 0 && taken.length === limit;
    if (isCut) break;
    taken.push(row);
  }
  if (call.json) call.say(JSON.stringify(taken, null, 2));
  else if (taken.length === 0) call.note(call.t('results.none'));
  else for (const line of renderTable(columns, taken)) call.say(line);
  if (isCut) call.note(call.t('results.cut', { limit }));
}

/** Prints one thing: its fields, or the whole of it as JSON. */
export function printOne(
  call: RemoteCall,
  whole: unknown,
  fields: readonly (readonly [string, string | number])[],
): void {
  if (call.json) call.say(JSON.stringify(whole, null, 2));
  else for (const line of renderFields(fields)) call.say(line);
}

/** Says what was done, or prints it as JSON. */
export function printDone(call: RemoteCall, whole: unknown, sentence: string): void {
  call.say(call.json ? JSON.stringify(whole, null, 2) : sentence);
}
