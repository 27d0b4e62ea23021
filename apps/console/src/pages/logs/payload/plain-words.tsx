import { Text } from '@mantine/core';
import './payload.css';

/** Longer texts scroll, so they must be focusable. */
const SCROLLS_FROM = 600;

/** Untrusted text, shown as is. */
export function PlainWords({ label, text }: { label: string; text: string }) {
  const scrolled = { tabIndex: 0, role: 'region', 'aria-label': label };
  return (
    <Text size="sm" className="payload-words" {...(text.length < SCROLLS_FROM ? {} : scrolled)}>
      {text}
    </Text>
  );
}
