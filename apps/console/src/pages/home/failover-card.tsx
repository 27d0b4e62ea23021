import { Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';

/** An example of failover, for sites that retry on another channel. */
export function FailoverCard() {
  const { t } = useTranslation();
  return (
    <section className="home-card">
      <div>
        <Title order={2} fz={20} mb={4}>
          {t('home.failover.title')}
        </Title>
        <Text c="dimmed">{t('home.failover.text')}</Text>
      </div>
      <div className="home-routes" role="group" aria-label={t('home.failover.example')}>
        <b>{t('home.failover.first')}</b>
        <StatusTag tone="bad" icon={IconCircleX} label={t('home.failover.overloaded')} />
        <span>{t('home.failover.notCharged')}</span>
        <b>{t('home.failover.second')}</b>
        <StatusTag tone="good" icon={IconCircleCheck} label={t('home.failover.ok')} />
        <span />
        <b>{t('home.failover.client')}</b>
        <span>{t('home.failover.one')}</span>
        <span />
      </div>
    </section>
  );
}
