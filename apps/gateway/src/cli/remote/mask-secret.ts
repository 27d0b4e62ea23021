import type { RemoteCall } from './remote-command.ts';

/** Rows whose secret shows its last four characters only, unless `--reveal` asks for all of it. */
export async function* maskSecret<Row extends { key: string }>(
  { values }: RemoteCall,
  rows: AsyncIterable<Row>,
): AsyncGenerator<Row, void> {
  for await (const row of rows)
    yield values.reveal === true || row.key === '' ? row : { ...row, key: `…${row.key.slice(-4)}` };
}
