import { Text } from '@mantine/core';
import { useIsMobile } from '../hooks/use-is-mobile.ts';

/** Free text of unknown length: in a table at most two lines, in full on hover; on a phone all of it. */
export function TwoLines({ text }: { text: string }) {
  if (useIsMobile()) return text;
  return (
    <div className="two-lines" title={text}>
      <Text inherit lineClamp={2}>
        {text}
      </Text>
    </div>
  );
}
