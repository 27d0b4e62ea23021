import { Button, Container, Group, Loader, Title } from '@mantine/core';
import { IconArrowLeft, IconCopy, IconTags } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { copyText } from '../../ui/display/copy.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { ModelMark } from '../../ui/display/model-mark.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { pages } from '../index.ts';
import { ModelDetails } from './model-details.tsx';
import { findPrices, showPrices } from './price-rows.ts';
import { usePrices } from './use-prices.ts';

/** A single model at its own URL, for sharing. */
export function ModelPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data: prices, error, refetch } = usePrices();
  if (error && !prices) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!prices) return <Loader aria-label={t('pricing.title')} />;
  const filter = { keyword: id, group: '', type: '' } as const;
  const matching = findPrices(prices, filter).filter(({ model_name: name }) => name === id);
  const [row] = showPrices(prices, matching, { group: '', p: 1, page_size: 1 });
  return (
    <Container size={1200} px={0} mx={0}>
      <Button
        component={Link}
        to={pages.pricing.path}
        variant="subtle"
        color="slate"
        px={8}
        ml={-8}
        mb="sm"
        leftSection={<IconArrowLeft size={16} />}
      >
        {t('pricing.title')}
      </Button>
      {row ? (
        <>
          <Group gap="sm" mb="md">
            <ModelMark model={id} size={32} />
            <Title order={1} className="mono" fz={20}>
              {id}
            </Title>
            <IconButton
              label={`${t('ui.copy')}: ${id}`}
              icon={IconCopy}
              run={() => void copyText(id)}
            />
          </Group>
          <ModelDetails row={row} columns={2} />
        </>
      ) : (
        <EmptyState
          icon={IconTags}
          title={t('pricing.details.unknown')}
          text={t('pricing.details.unknownText')}
        />
      )}
    </Container>
  );
}
