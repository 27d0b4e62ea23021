import { Text } from '@mantine/core';
import './payload.css';

/** Longer ones scroll, so the keyboard must reach them. */
const SCROLLS_FROM = 600;

/** Words of strangers, as they are. */
export function PlainWords({ label, text }: { label: string; text: string }) {
  const scrolled = { tabIndex: 0, role: 'region', 'aria-label': label };
  return (
    <Text size="sm" className="payload-words" {...(text.length < SCROLLS_FROM ? {} : scrolled)}>
      {text}
    </Text>
  );
}
