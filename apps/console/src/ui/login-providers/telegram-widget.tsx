import { Box } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useStatus } from '../../status.ts';
import { telegramState } from './telegram-state.ts';

const SCRIPT = 'https://telegram.org/js/telegram-widget.js?22';

/**
 * Telegram's own button. It redirects to the callback page with the signed data: its alternative, a callback
 * function by name, would need a content security policy that allows eval.
 */
export function TelegramWidget() {
  const bot = useStatus().data?.telegram_bot_name ?? '';
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = container.current;
    if (!box || bot === '') return undefined;
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.dataset.telegramLogin = bot;
    script.dataset.size = 'large';
    const query = new URLSearchParams({ state: telegramState() });
    script.dataset.authUrl = `${location.origin}/oauth/telegram?${query.toString()}`;
    box.append(script);
    return () => box.replaceChildren();
  }, [bot]);
  return <Box ref={container} mih={40} />;
}
