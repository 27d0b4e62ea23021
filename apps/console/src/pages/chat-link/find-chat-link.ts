import { type Status, type Token, TOKEN_ENABLED } from '@tollgate/contract';
import { isHttpUrl } from '../../ui/format/is-http-url.ts';

/** The chat's URL, or what is missing for it. */
export type ChatLink = { to: string } | { missing: 'token' | 'link' };

/**
 * Returns the URL of the external chat, with the first enabled key and the address of this server filled in.
 * The second chat link takes precedence over the first, and both over the list of chats.
 */
export function findChatLink(
  status: Pick<Status, 'chat_link' | 'chat_link2' | 'chats' | 'server_address'>,
  tokens: readonly Pick<Token, 'status' | 'key'>[],
  origin: string,
): ChatLink {
  const token = tokens.find(({ status: state }) => state === TOKEN_ENABLED);
  if (!token) return { missing: 'token' };
  const [listed = ''] = Object.values(status.chats[0] ?? {});
  const link = status.chat_link2 || status.chat_link || listed;
  if (!isHttpUrl(link)) return { missing: 'link' };
  const address = encodeURIComponent(status.server_address || origin);
  return {
    to: link.replaceAll('{key}', `sk-${token.key}`).replaceAll('{address}', address),
  };
}
