import { Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';

/** What becomes of a call whose first channel fails, on an example; for sites that try another one. */
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
