import { Button, Container, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { useSiteAddress } from '../../status.ts';
import { CodeSample } from '../../ui/content/code-sample.tsx';
import { CopyText } from '../../ui/display/copy.tsx';
import { ExampleReceipt } from '../../ui/display/example-receipt.tsx';
import { useModelStatus } from '../../ui/hooks/use-model-status.ts';
import { pages } from '../index.ts';
import { usePrices } from '../pricing/use-prices.ts';
import { EnterButton } from './enter-button.tsx';
import { FailoverCard } from './failover-card.tsx';
import { FirstCall } from './first-call.tsx';
import { guessModel } from '../playground/guess-model.ts';
import { findPrices } from '../pricing/price-rows.ts';
import { MeasuredLine } from './measured-line.tsx';
import { ModelTable } from './model-table.tsx';
import { StatusPill } from './status-pill.tsx';
import './home.css';

/** Shown until the model list has loaded, and if the site has no models yet. */
const MODEL = 'gpt-5-mini';

/** The default home page: what the site is, what it costs, and how to get in. */
export function DefaultHome() {
  const { t } = useTranslation();
  const { data: prices, isPending } = usePrices();
  const { service, statusOf } = useModelStatus();
  const base = `${useSiteAddress()}/v1`;
  const models = prices?.data ?? [];
  // Those of the viewer's group come first.
  const byTokens = prices ? findPrices(prices, { keyword: '', group: '', type: 'tokens' }) : [];
  const sample =
    guessModel(
      byTokens.map(({ model_name: name }) => name),
      'chat',
    ) || MODEL;
  const measured = statusOf(sample);
  return (
    <Container size={1152} px={0} className="home">
      <section className="home-hero">
        <Stack gap="lg">
          <StatusPill service={service} />
          <Title order={1} className="home-lead" fz={{ base: 32, md: 44 }} lh={1.15}>
            {t('home.lead')}
          </Title>
          <Text className="home-text">{t('home.text')}</Text>
          <Group gap="xs">
            <EnterButton />
            <Button
              component={Link}
              to={pages.pricing.path}
              size="md"
              w={{ base: '100%', xs: 'auto' }}
              variant="default"
              rightSection={<IconArrowRight size={17} />}
            >
              {models.length > 1
                ? t('home.compare', { count: models.length })
                : t('shell.modelsAndPrices')}
            </Button>
          </Group>
          <div>
            <div className="home-base">
              <Text span size="sm" c="dimmed">
                {t('home.base')}
              </Text>
              <CopyText text={base} />
            </div>
            <Text size="sm" c="dimmed" mt={8}>
              {t('home.dialects')}
            </Text>
          </div>
        </Stack>
        <div className="home-sample">
          <CodeSample model={sample}>
            {measured && (measured.first_token_ms ?? measured.answered) !== null ? (
              <MeasuredLine model={sample} status={measured} />
            ) : undefined}
          </CodeSample>
        </div>
      </section>
      {isPending ? <Skeleton height={380} mb="xl" /> : null}
      {prices && models.length > 0 ? <ModelTable prices={prices} statusOf={statusOf} /> : null}
      <div className="home-cards" data-two={service?.failover === true}>
        {service?.failover === true ? <FailoverCard /> : null}
        <section className="home-card">
          <div>
            <Title order={2} fz={20} mb={4}>
              {t('home.receipt.title')}
            </Title>
            <Text c="dimmed">{t('home.receipt.text')}</Text>
          </div>
          <div className="home-receipt">
            <ExampleReceipt />
          </div>
        </section>
      </div>
      <FirstCall />
    </Container>
  );
}
