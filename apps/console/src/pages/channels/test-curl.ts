import type { ChannelRow, ChannelType } from '@tollgate/contract';

/** Returns a channel test as a curl command; the user fills in the key. */
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

/** Quotes any text as one shell word. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
