import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { toastError } from '../feedback/toasts.tsx';
import type { Selection } from './column.ts';
import './batch-bar.css';
import { formatNumber } from '../format/format-number.ts';

/**
 * Actions on the selected rows. It floats in place of the pager, so that filters stay and rows don't jump;
 * once all rows of the page are selected it offers to select all matching ones. While those are fetched
 * actions are disabled, as they would only affect the rows of the page.
 */
export function BatchBar({
  selection,
  pageIds,
  children,
}: {
  selection: Selection;
  /** The rows of this page that can be selected. */
  pageIds: readonly number[];
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { ids, change, total, findAll } = selection;
  const more =
    pageIds.length > 0 && pageIds.every((id) => ids.has(id)) && ids.size < total ? total : 0;
  const selectAll = async () => {
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
    <div className="batch-bar" role="toolbar" aria-label={t('ui.table.batch')}>
      <span className="batch-count tabular" aria-live="polite">
        {t('ui.table.selected', { count: ids.size })}
      </span>
      {more > 0 ? (
        <Button variant="subtle" size="compact-sm" loading={busy} onClick={() => void selectAll()}>
          {t('ui.table.selectAllMatching', { total: formatNumber(more) })}
        </Button>
      ) : null}
      <fieldset className="batch-actions" disabled={busy}>
        {children}
        <ActionIcon
          variant="subtle"
          color="slate"
          aria-label={t('ui.table.clearSelection')}
          onClick={() => change(new Set())}
        >
          <IconX size={16} />
        </ActionIcon>
      </fieldset>
    </div>
  );
}
