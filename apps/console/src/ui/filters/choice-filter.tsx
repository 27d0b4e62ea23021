import { Select } from '@mantine/core';

/** A select filter for a few named numbers; 0 means any. */
export function ChoiceFilter({
  label,
  value,
  choices,
  apply,
}: {
  label: string;
  value: number;
  choices: readonly (readonly [value: number, name: string])[];
  apply: (value: number) => void;
}) {
  return (
    <Select
      w={{ base: '100%', sm: 140 }}
      clearable
      aria-label={label}
      placeholder={label}
      value={value === 0 ? null : String(value)}
      data={choices.map(([number, name]) => ({ value: String(number), label: name }))}
      onChange={(chosen) => apply(Number(chosen))}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
