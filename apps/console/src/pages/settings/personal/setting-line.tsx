import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** One thing of the own account: what it is, what is to know of it, and what can be done. */
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
