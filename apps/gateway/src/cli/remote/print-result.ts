import { readNumber } from './read-number.ts';
import { type Column, renderFields, renderTable } from './render-table.ts';
import type { RemoteCall } from './remote-command.ts';

const LIMIT_DEFAULT = 50;

/** Prints rows up to `--limit`: as a table, or as a JSON array. */
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
  if (call.json) call.print(JSON.stringify(taken, null, 2));
  else if (taken.length === 0) call.printStatus(call.t('results.none'));
  else for (const line of renderTable(columns, taken)) call.print(line);
  if (isCut) call.printStatus(call.t('results.cut', { limit }));
}

/** Prints one object: its fields, or all of it as JSON. */
export function printOne(
  call: RemoteCall,
  whole: unknown,
  fields: readonly (readonly [string, string | number])[],
): void {
  if (call.json) call.print(JSON.stringify(whole, null, 2));
  else for (const line of renderFields(fields)) call.print(line);
}

/** Prints what was done as a sentence, or the result as JSON. */
export function printDone(call: RemoteCall, whole: unknown, sentence: string): void {
  call.print(call.json ? JSON.stringify(whole, null, 2) : sentence);
}
