import { CloseButton } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';

/** Empties the search field that it is in. */
export function ClearButton({ clear }: { clear: () => void }) {
  const { t } = useTranslation();
  return <CloseButton size="sm" aria-label={t('ui.table.clearFilters')} onClick={clear} />;
}
