import { NumberInput } from '@mantine/core';
import { useEffect, useState } from 'react';

/** A whole number that is edited in its row: Enter or leaving it applies, Escape takes it back. */
export function InlineNumber({
  label,
  value,
  minimum,
  apply,
}: {
  label: string;
  value: number;
  minimum: number;
  apply: (value: number) => void;
}) {
  const [text, setText] = useState<string | number>(value);
  useEffect(() => setText(value), [value]);
  const commit = () => {
    const number = Number(text);
    if (text === '' || !Number.isInteger(number) || number < minimum) return setText(value);
    if (number !== value) apply(number);
  };
  return (
    <NumberInput
      size="xs"
      w={78}
      ml="auto"
      aria-label={label}
      allowDecimal={false}
      min={minimum}
      value={text}
      onChange={setText}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setText(value);
      }}
      styles={{ input: { textAlign: 'right' } }}
    />
  );
}
