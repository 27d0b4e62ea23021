import type { ChannelRow, ChannelType } from '@tollgate/contract';

/** The test of a channel as a command for a terminal; the key is left for the reader to fill in. */
export function testCurl(
  { base_url }: Pick<ChannelRow, 'base_url'>,
  type: Pick<ChannelType, 'default_base_url'> | undefined,
  model: string,
): string {
  const base = (base_url || type?.default_base_url || '').replace(/\/+$/, '');
  const body = JSON.stringify({
    model,
    messages: [{ role: 'user', content: 'hi' }],
    max_tokens: 1,
  });
  return [
    `curl ${quote(`${base}/v1/chat/completions`)} \\`,
    '  -H "Authorization: Bearer $UPSTREAM_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d ${quote(body)}`,
  ].join('\n');
}

/** A text as one word of a shell, whatever it holds. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
