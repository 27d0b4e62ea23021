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
  const shown: Row[] = [];
  let isCut = false;
  for await (const row of rows) {
    isCut = limit > 0 && shown.length === limit;
    if (isCut) break;
    shown.push(row);
  }
  if (call.json) call.print(JSON.stringify(shown, null, 2));
  else if (shown.length === 0) call.printStatus(call.t('results.none'));
  else for (const line of renderTable(columns, shown)) call.print(line);
  if (isCut) call.printStatus(call.t('results.cut', { limit }));
}

/** Prints one object: its fields, or all of it as JSON. */
export function printOne(
  call: RemoteCall,
  object: unknown,
  fields: readonly (readonly [string, string | number])[],
): void {
  if (call.json) call.print(JSON.stringify(object, null, 2));
  else for (const line of renderFields(fields)) call.print(line);
}

/** Prints what was done as a sentence, or the result as JSON. */
export function printDone(call: RemoteCall, result: unknown, sentence: string): void {
  call.print(call.json ? JSON.stringify(result, null, 2) : sentence);
}
