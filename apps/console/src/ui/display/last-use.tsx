import { Text } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { RelativeTime } from './time-text.tsx';

/** When and from where a key was last used, as far as known. */
export function LastUse({ seconds, ip }: { seconds: number; ip: string }) {
  const { t } = useTranslation();
  if (seconds === 0)
    return (
      <Text size="sm" c="dimmed" component="span">
        {t('ui.neverYet')}
      </Text>
    );
  return (
    <div>
      <RelativeTime seconds={seconds} />
      {ip === '' ? null : (
        <Text size="xs" c="dimmed" className="mono">
          {ip}
        </Text>
      )}
    </div>
  );
}
