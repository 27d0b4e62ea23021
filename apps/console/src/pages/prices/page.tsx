import { Alert, Badge, Button, Group, Skeleton, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { IconEye, IconListSearch } from '@tabler/icons-react';
import { calls } from 'virtual:calls';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { useUnsavedChangesGuard } from '../../ui/forms/unsaved-changes.tsx';
import { UnsavedBar } from '../../ui/forms/unsaved-bar.tsx';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { EffectDrawer } from './effect-drawer.tsx';
import { GroupsTab } from './groups-tab.tsx';
import { ModelsTab } from './models-tab.tsx';
import './prices.css';
import { ProposalsDrawer } from './proposals-drawer.tsx';
import {
  PRICE_TABS,
  type PriceQuery,
  priceQuery,
  type PriceTab,
  type SetPriceQuery,
} from './query.ts';
import { RatiosTab } from './ratios-tab.tsx';
import { TiersTab } from './tiers-tab.tsx';
import { changedOptions, type PriceEditor, usePriceEditor } from './use-price-editor.ts';
import { useSaveKey } from './use-save-key.ts';
import { VersionsTab } from './versions-tab.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

/** The price editor: model prices in money, as ratios, and their versions. */
export function PricesPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useUrlState(priceQuery);
  const editor = usePriceEditor();
  const proposals = useEndpoint(calls.listPriceProposals);
  // The first tab shows them above its table, which would otherwise move down.
  const unpriced = useEndpoint(calls.listUnpriced);
  const [showsProposals, setShowsProposals] = useState(false);
  useUnsavedChangesGuard(() => editor.hasChanges);
  const { book } = editor;
  const offered = proposals.data?.filter(({ served }) => served).length ?? 0;
  return (
    <>
      <PageHeader
        title={t('shell.pages.prices')}
        {...(book && {
          note: t(book.number > 0 ? 'prices.note' : 'prices.noteInitial', {
            number: book.number,
            count: editor.models.length,
          }),
        })}
      >
        <Button
          variant="default"
          leftSection={<IconListSearch size={16} stroke={1.6} />}
          rightSection={
            offered > 0 ? (
              <Badge size="sm" color="yellow" variant="light">
                {offered}
              </Badge>
            ) : null
          }
          onClick={() => setShowsProposals(true)}
        >
          {t('prices.proposals.action')}
        </Button>
      </PageHeader>
      {editor.error && !book ? (
        <ErrorState error={editor.error} retry={editor.retry} />
      ) : !book || unpriced.isPending ? (
        <Stack aria-busy>
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <Skeleton key={row} height={36} />
          ))}
        </Stack>
      ) : (
        <PriceTabs editor={editor} query={query} setQuery={setQuery} />
      )}
      {showsProposals && proposals.data ? (
        <ProposalsDrawer
          editor={editor}
          proposals={proposals.data}
          close={() => setShowsProposals(false)}
        />
      ) : null}
      <Unsaved editor={editor} setQuery={setQuery} />
    </>
  );
}

interface TabsProps {
  editor: PriceEditor;
  query: PriceQuery;
  setQuery: SetPriceQuery;
}

function PriceTabs({ editor, query, setQuery }: TabsProps) {
  const { t } = useTranslation();
  const unit = editor.book?.quota_per_unit;
  return (
    <>
      {editor.conflict === undefined ? null : (
        <Alert color="red" variant="light" role="alert" mb="sm">
          <Group justify="space-between">
            {editor.conflict}
            <Button size="xs" variant="default" onClick={() => void editor.takeOver()}>
              {t('prices.takeOver')}
            </Button>
          </Group>
        </Alert>
      )}
      {unit !== undefined && unit !== QUOTA_PER_USD ? (
        <Text size="sm" c="dimmed" mb="xs">
          {t('prices.otherUnit', { unit: formatNumber(unit) })}
        </Text>
      ) : null}
      <Tabs
        className="price-tabs"
        value={query.tab}
        onChange={(tab) => setQuery({ tab: (tab ?? 'models') as PriceTab, p: 1, q: '' })}
      >
        <Tabs.List className="scroll-tabs">
          {PRICE_TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`prices.tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {PRICE_TABS.map((tab) => (
          <Tabs.Panel key={tab} value={tab} pt="sm">
            {tab === query.tab ? <Tab editor={editor} query={query} setQuery={setQuery} /> : null}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

function Tab({ editor, query, setQuery }: TabsProps) {
  switch (query.tab) {
    case 'models':
      return <ModelsTab editor={editor} query={query} setQuery={setQuery} />;
    case 'groups':
      return <GroupsTab editor={editor} />;
    case 'tiers':
      return <TiersTab editor={editor} query={query} setQuery={setQuery} />;
    case 'ratios':
      return <RatiosTab editor={editor} />;
    case 'versions':
      return <VersionsTab editor={editor} page={query.p} setPage={(p) => setQuery({ p })} />;
  }
}

/** The unit on which ratios are based. */
const QUOTA_PER_USD = 500_000;

function Unsaved({ editor, setQuery }: Pick<TabsProps, 'editor' | 'setQuery'>) {
  const { t } = useTranslation();
  const [previewed, setPreviewed] = useState(false);
  const [note, setNote] = useState('');
  const { base, texts, differences, others, badCells, badTexts } = editor;
  const [cell] = badCells;
  const [badText] = badTexts.keys();
  const problem = cell
    ? t('prices.unsaved.badCell', { model: cell.model, problem: cell.problem })
    : badText
      ? t('prices.unsaved.badText', { name: t(`options.${badText}`) })
      : undefined;
  const count = differences.length + others.length + badCells.length;
  const save = () => {
    // The note is kept if saving fails.
    if (problem === undefined)
      return void editor.save(note.trim()).then((isSaved) => isSaved && setNote(''));
    if (cell) return setQuery({ tab: 'models', q: cell.model, show: 'all', provider: 0, p: 1 });
    setQuery({ tab: 'ratios' });
  };
  useSaveKey(() => editor.hasChanges && !editor.busy && save());
  if (!base || !texts || !editor.hasChanges) return null;
  return (
    <>
      <UnsavedBar
        title={t('prices.unsaved.title', { count })}
        changes={[
          ...differences.map(({ model, field, from = '', to = '' }) => ({
            key: `${model} ${field}`,
            label: `${model} ${t(`prices.columns.${field}`)}`,
            from,
            to,
          })),
          ...others.map((key) => ({
            key,
            label: t(`options.${key}`),
            from: t('prices.unsaved.old'),
            to: t('prices.unsaved.new'),
          })),
        ]}
        problem={problem}
        saveLabel={t('prices.unsaved.save', { count })}
        busy={editor.busy}
        discard={editor.discard}
        beside={
          <TextInput
            aria-label={t('prices.unsaved.note')}
            placeholder={t('prices.unsaved.note')}
            maxLength={200}
            w={220}
            value={note}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
        }
        review={{
          label: t('prices.unsaved.preview'),
          icon: <IconEye size={16} stroke={1.6} />,
          run: () => setPreviewed(true),
        }}
        save={save}
      />
      {previewed ? (
        <EffectDrawer
          options={badTexts.size > 0 ? [] : changedOptions(base, texts)}
          close={() => setPreviewed(false)}
          save={{
            label: t('prices.unsaved.save', { count }),
            busy: editor.busy,
            run: () => {
              setPreviewed(false);
              save();
            },
          }}
        />
      ) : null}
    </>
  );
}
