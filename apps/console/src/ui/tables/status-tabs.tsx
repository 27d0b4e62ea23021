import { UnstyledButton } from '@mantine/core';
import './status-tabs.css';
import { formatNumber } from '../format/format-number.ts';

export interface StatusTab<Value extends string> {
  value: Value;
  label: string;
  /** Number of its rows; undefined until known. */
  count?: number | undefined;
  /** Its rows need attention: the count is highlighted if there are any. */
  alarms?: boolean;
}

/** The status filter above a list, each status with the number of its rows. */
export function StatusTabs<Value extends string>({
  label,
  tabs,
  value,
  choose,
}: {
  label: string;
  tabs: readonly StatusTab<Value>[];
  value: Value;
  choose: (value: Value) => void;
}) {
  return (
    <div role="group" aria-label={label} className="status-tabs">
      {tabs.map(({ value: name, label: text, count, alarms = false }) => (
        <UnstyledButton
          key={name}
          className="status-tab"
          aria-pressed={name === value}
          onClick={() => choose(name)}
        >
          {text}
          {count === undefined ? null : (
            <span className="status-count tabular" data-alarms={alarms && count > 0}>
              {formatNumber(count)}
            </span>
          )}
        </UnstyledButton>
      ))}
    </div>
  );
}
