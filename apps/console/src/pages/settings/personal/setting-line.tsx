import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** One personal setting: name, state and actions. */
export function SettingLine({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="setting setting-line">
      <div>
        <Text fw={600} size="sm">
          {title}
        </Text>
        {note ? (
          <Text size="sm" c="dimmed" component="div">
            {note}
          </Text>
        ) : null}
      </div>
      {children}
    </div>
  );
}
