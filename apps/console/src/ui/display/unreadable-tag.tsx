import { IconKeyOff } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { StatusTag } from './status-tag.tsx';

/** Marks a row whose stored key can't be decrypted, as it was encrypted with another master key. */
export function UnreadableTag() {
  const { t } = useTranslation();
  return <StatusTag tone="bad" icon={IconKeyOff} label={t('ui.unreadable')} />;
}
