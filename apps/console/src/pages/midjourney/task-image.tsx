import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { ExternalLink } from '../../ui/display/external-link.tsx';
import { readImageUrl } from './image-url.ts';

/** The image of a task with a link to it; only the link if it can't be shown. */
export function TaskImage({ address, prompt }: { address: string; prompt: string }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState('');
  const image = readImageUrl(address, location.origin);
  if (!image) return null;
  const { href, shown } = image;
  return (
    <div>
      {shown && failed !== href ? (
        <img
          src={href}
          alt={prompt === '' ? t('tasks.picture.alt') : prompt}
          className="task-picture"
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setFailed(href)}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t('tasks.picture.notShown')}
        </Text>
      )}
      <ExternalLink href={href}>{t('tasks.picture.open')}</ExternalLink>
    </div>
  );
}
