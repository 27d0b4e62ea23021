import { IconKeyOff } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { StatusTag } from './status-tag.tsx';

/** Marks a row whose stored key can't be read, as another master key sealed it. */
export function UnreadableTag() {
  const { t } = useTranslation();
  return <StatusTag tone="bad" icon={IconKeyOff} label={t('ui.unreadable')} />;
}
