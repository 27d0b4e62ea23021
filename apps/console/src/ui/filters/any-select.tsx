import { Select } from '@mantine/core';

/** A select filter for a few names; '' means any. */
export function AnySelect<const Value extends string>({
  label,
  value,
  choices,
  apply,
}: {
  label: string;
  value: Value | '';
  choices: readonly { value: Value; label: string }[];
  apply: (value: Value | '') => void;
}) {
  return (
    <Select
      w={{ base: '100%', xs: 180 }}
      clearable
      aria-label={label}
      placeholder={label}
      value={value === '' ? null : value}
      data={choices}
      onChange={(chosen) => apply(choices.find((one) => one.value === chosen)?.value ?? '')}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
