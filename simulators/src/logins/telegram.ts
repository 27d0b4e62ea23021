import { createHash, createHmac } from 'node:crypto';
import type { LoginSimulator } from './login-simulator.ts';

const BOT_TOKEN = '123456:bot-token';

/**
 * Telegram's login widget of one bot: it signs in the browser, and receives no request.
 *
 * @public Loaded by the id of its provider.
 */
export async function startLoginSimulator(): Promise<LoginSimulator> {
  return {
    env: {},
    options: { TelegramBotName: 'bot', TelegramBotToken: BOT_TOKEN },
    prove({ subject, username, name }, { now }) {
      const fields: Record<string, string> = {
        auth_date: String(now),
        ...(name ? { first_name: name } : {}),
        id: String(subject),
        ...(username ? { username } : {}),
      };
      const lines = Object.entries(fields).map(([key, value]) => `${key}=${value}`);
      const secret = createHash('sha256').update(BOT_TOKEN).digest();
      const hash = createHmac('sha256', secret).update(lines.join('\n')).digest('hex');
      return { ...fields, hash, lang: 'zh' };
    },
    close: async () => undefined,
  };
}
