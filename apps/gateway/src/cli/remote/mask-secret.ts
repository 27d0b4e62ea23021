import type { RemoteCall } from './remote-command.ts';

/** Yields rows with only the last four characters of their secret, or all of it with `--reveal`. */
export async function* maskSecret<Row extends { key: string }>(
  { values }: RemoteCall,
  rows: AsyncIterable<Row>,
): AsyncGenerator<Row, void> {
  for await (const row of rows)
    yield values.reveal === true || row.key === '' ? row : { ...row, key: `…${row.key.slice(-4)}` };
}
