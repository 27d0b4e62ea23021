import { Anchor, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { toastError } from '../feedback/toasts.tsx';
import type { Selection } from './column.ts';

/** With a whole page chosen and more pages matching: offers all of them. */
export function SelectionBanner({
  selection,
  pageIds,
}: {
  selection: Selection;
  /** Those of the rows of this page that can be chosen. */
  pageIds: readonly number[];
}) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { ids, change, total, findAll } = selection;
  if (pageIds.length === 0 || !pageIds.every((id) => ids.has(id)) || ids.size >= total) return null;
  const chooseAll = async () => {
    setBusy(true);
    try {
      change(new Set(await findAll()));
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group className="selection-banner" role="status" gap="xs" justify="center">
      <Text size="sm">{t('ui.table.pageSelected', { count: pageIds.length })}</Text>
      <Anchor
        component="button"
        type="button"
        size="sm"
        disabled={busy}
        onClick={() => void chooseAll()}
      >
        {t('ui.table.selectAll', { total: total.toLocaleString() })}
      </Anchor>
    </Group>
  );
}
