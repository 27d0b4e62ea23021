import { useDebouncedCallback } from '@mantine/hooks';
import { type ChangeEvent, type SyntheticEvent, useState } from 'react';

/** How long typing must pause before a list is filtered. */
const TYPING_PAUSE_MS = 200;

/**
 * Holds the text of a filter, which applies after a pause in typing (`live`) and by `commit`, without
 * surrounding spaces. The applied value comes back later: what has been typed since stays, and so does a space
 * before the next word. Letters that an input method still composes are not applied.
 */
export function useTypedFilter({
  value,
  apply,
  live = true,
}: {
  value: string;
  apply: (value: string) => void;
  live?: boolean;
}) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  /** Applied values that have not come back. */
  const [awaited, setAwaited] = useState<readonly string[]>([]);
  if (seen !== value) {
    const at = awaited.indexOf(value);
    setSeen(value);
    setAwaited(at === -1 ? [] : awaited.slice(at + 1));
    if (at === -1) setText(value);
  }
  // An unchanged value is not applied again, which would go back to the first page.
  const applyNew = (typed: string) => {
    const words = typed.trim();
    if (words === (awaited.at(-1) ?? value)) return;
    setAwaited([...awaited, words]);
    apply(words);
  };
  const applySoon = useDebouncedCallback(applyNew, TYPING_PAUSE_MS);
  const applyNow = (typed: string) => {
    applySoon.cancel();
    applyNew(typed);
  };
  return {
    text,
    /** Props of the input. */
    typing: {
      value: text,
      onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
        setText(currentTarget.value);
        if (live && !(nativeEvent as InputEvent).isComposing) applySoon(currentTarget.value);
      },
      onCompositionEnd: ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
        if (live) applySoon(currentTarget.value);
      },
    },
    commit: () => applyNow(text),
    clear: () => {
      setText('');
      applyNow('');
    },
  };
}
