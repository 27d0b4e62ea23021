import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';

const SHOWN = 50;

/** Nested rows: the first few, and a button for the others. */
export function ShowMoreRows<Row>({
  rows,
  render,
  renderFrame,
}: {
  rows: readonly Row[];
  render: (row: Row) => ReactNode;
  /** Wraps the button, as tables and lists can't contain one directly. */
  renderFrame: (button: ReactNode) => ReactNode;
}) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const hidden = all ? 0 : Math.max(0, rows.length - SHOWN);
  return (
    <>
      {rows.slice(0, rows.length - hidden).map(render)}
      {hidden === 0
        ? null
        : renderFrame(
            <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
              {t('ui.table.showFurther', { count: hidden })}
            </Button>,
          )}
    </>
  );
}
