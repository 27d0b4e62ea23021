export interface ServerEvent {
  /** The last id received; empty before the first. */
  id: string;
  /** Empty for a keep-alive. */
  data: string;
}

/** Yields a response's server-sent events as they arrive; an incomplete one at the end is dropped. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let id = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = block.split('\n').map(readField);
        id = fields.findLast(([name]) => name === 'id')?.[1] ?? id;
        const data = fields.filter(([name]) => name === 'data').map(([, text]) => text);
        yield { id, data: data.join('\n') };
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

function readField(line: string): [name: string, value: string] {
  const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
  return [name, value];
}
