import { Badge, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { IconHistory, IconRestore } from '@tabler/icons-react';
import type { PriceVersion } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { TimeText } from '../../ui/display/time-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { SectionTable } from '../../ui/tables/section-table.tsx';
import { DifferenceTable } from './difference-table.tsx';
import { compareOthers, comparePrices, type PriceTexts } from './price-draft.ts';
import type { PriceEditor } from './use-price-editor.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

const PAGE_SIZE = 20;

/** Every saved price book: author and time, comparison with another, and restoring it. */
export function VersionsTab({
  editor,
  page,
  setPage,
}: {
  editor: PriceEditor;
  page: number;
  setPage: (p: number) => void;
}) {
  const { t } = useTranslation();
  const [compared, setCompared] = useState<number>();
  const query = { p: page, page_size: PAGE_SIZE };
  const list = useEndpoint(calls.listPriceVersions, { query });
  const last = editor.book?.number ?? 0;
  const columns = useMemo(() => versionColumns(t, last, setCompared), [t, last]);
  return (
    <>
      <SectionTable
        name="price-versions"
        label={t('prices.tabs.versions')}
        columns={columns}
        list={list}
        page={query}
        pageSizes={[PAGE_SIZE]}
        setPage={({ p }) => setPage(p)}
        empty={
          <EmptyState
            icon={IconHistory}
            title={t('prices.versions.none')}
            text={t('prices.versions.noneText')}
          />
        }
      />
      {compared === undefined ? null : (
        <PeekDrawer
          takesFocus
          title={t('prices.versions.title', { id: compared })}
          opened
          close={() => setCompared(undefined)}
        >
          <Comparison
            key={compared}
            id={compared}
            last={editor.book?.number ?? compared}
            editor={editor}
            close={() => setCompared(undefined)}
          />
        </PeekDrawer>
      )}
    </>
  );
}

function versionColumns(
  t: TFunction,
  last: number,
  compare: (id: number) => void,
): Column<PriceVersion>[] {
  return [
    {
      key: 'version',
      header: t('prices.versions.version'),
      fixed: true,
      mobile: 'badge',
      render: ({ id }) => (
        <Badge variant={id === last ? 'filled' : 'light'} tt="none" className="tabular">
          {id === last ? t('prices.versions.current', { id }) : t('prices.versions.short', { id })}
        </Badge>
      ),
    },
    {
      key: 'note',
      header: t('prices.versions.note'),
      mobile: 'title',
      render: ({ note, actor_id: actor, changed }) =>
        note ||
        (actor === 0
          ? t('prices.versions.first')
          : t('prices.versions.changed', { count: changed })),
    },
    {
      key: 'changed',
      header: t('prices.versions.models'),
      align: 'end',
      render: ({ actor_id: actor, changed }) => (actor === 0 ? '–' : formatNumber(changed)),
    },
    {
      key: 'by',
      header: t('prices.versions.by'),
      mobile: 'meta',
      render: ({ actor_name: name }) => name || '–',
    },
    {
      key: 'at',
      header: t('prices.versions.at'),
      mobile: 'meta',
      render: ({ created_at: at }) => <TimeText seconds={at} />,
    },
    {
      key: 'actions',
      header: '',
      fixed: true,
      align: 'end',
      mobile: 'actions',
      render: ({ id }) => (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('prices.versions.compareOf', { id })}
          onClick={() => compare(id)}
        >
          {t('prices.versions.compare')}
        </Button>
      ),
    },
  ];
}

interface ComparisonProps {
  id: number;
  /** The number of the newest version. */
  last: number;
  editor: PriceEditor;
  close: () => void;
}

function Comparison({ id, last, editor, close }: ComparisonProps) {
  const { t } = useTranslation();
  const [other, setOther] = useState(id > 1 ? id - 1 : Math.min(2, last));
  const chosen = useVersion(id);
  const nameOf = (number: number) => t('prices.versions.short', { id: number });
  const against = useVersion(other);
  const [older, newer] = id < other ? [chosen, against] : [against, chosen];
  const restore = (texts: PriceTexts) => {
    editor.load(texts);
    close();
    toastSuccess(t('prices.versions.loaded', { id }), t('prices.versions.loadedText'));
  };
  const numbers = Array.from({ length: Math.min(last, 200) }, (_none, index) => last - index);
  const differences = older && newer ? comparePrices(older, newer) : undefined;
  const others = older && newer ? compareOthers(older, newer) : [];
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Select
          size="xs"
          w={160}
          label={t('prices.versions.against')}
          allowDeselect={false}
          value={String(other)}
          data={numbers
            .filter((number) => number !== id)
            .map((number) => ({
              value: String(number),
              label: nameOf(number),
            }))}
          onChange={(value) => value && setOther(Number(value))}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRestore size={15} stroke={1.8} />}
          disabled={!chosen || id === last}
          onClick={() => chosen && restore(chosen)}
        >
          {t('prices.versions.restore', { id })}
        </Button>
      </Group>
      {!differences ? (
        <Skeleton height={160} aria-busy />
      ) : differences.length + others.length === 0 ? (
        <Text c="dimmed">{t('prices.versions.same')}</Text>
      ) : (
        <>
          {others.length > 0 ? (
            <Text size="sm">
              {t('prices.versions.others', {
                names: others.map((key) => t(`options.${key}`)).join(t('ui.comma')),
              })}
            </Text>
          ) : null}
          {differences.length > 0 ? (
            <DifferenceTable
              label={t('prices.versions.title', { id })}
              heads={[nameOf(Math.min(id, other)), nameOf(Math.max(id, other))]}
              differences={differences}
            />
          ) : null}
        </>
      )}
    </Stack>
  );
}

function useVersion(id: number): PriceTexts | undefined {
  const { data } = useEndpoint(calls.getPriceVersion, { params: { id } });
  // While another version loads, the data is that of the previous one.
  if (data?.id !== id) return undefined;
  return Object.fromEntries(data.options.map(({ key, value }) => [key, value])) as PriceTexts;
}
