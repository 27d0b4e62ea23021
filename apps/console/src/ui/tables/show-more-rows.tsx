import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';

const SHOWN = 50;

/** Rows under a row: the first of many, and a button for all others. */
export function ShowMoreRows<Row>({
  rows,
  render,
  renderFrame,
}: {
  rows: readonly Row[];
  render: (row: Row) => ReactNode;
  /** What the button stands in, as table rows and list items can't hold one by themselves. */
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
