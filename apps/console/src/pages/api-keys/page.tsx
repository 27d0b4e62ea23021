import { Button, Group, Skeleton } from '@mantine/core';
import type { Token } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { readActingTeam } from '../../session/acting-team.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { DefaultPasswordWarning } from './default-password-warning.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { SavedViews } from '../../ui/filters/saved-views.tsx';
import { KeyReveal } from '../../ui/content/key-reveal.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { peekSteps } from '../../ui/layout/peek-steps.ts';
import { StatusTabs } from '../../ui/tables/status-tabs.tsx';
import { TableSettings } from '../../ui/tables/table-settings.tsx';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import { useTablePreferences, toTableView } from '../../ui/tables/use-table-preferences.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { OnboardingCard } from '../onboarding/onboarding-card.tsx';
import { sampleModel } from '../onboarding/sample-model.ts';
import { useLeadsToFirstCall, useOnboardingKnown } from '../onboarding/use-onboarding.ts';
import { apiKeyColumns } from './columns.tsx';
import { FirstCall } from './first-call.tsx';
import { ApiKeyForm } from './form.tsx';
import { ApiKeyPeek } from './peek.tsx';
import { API_KEY_PAGE_SIZES, apiKeyQuery } from './query.ts';
import { RefusalNote } from './refusal-note.tsx';
import { statusTabs } from './status-tabs.ts';
import { sortingBy } from '../../ui/tables/sorting-by.ts';
import { useApiKeyActions } from './use-api-key-actions.ts';

/** The user's API keys: create, copy, enable, disable, edit and delete them. */
export function ApiKeysPage() {
  const { t } = useTranslation();
  const leads = useLeadsToFirstCall();
  const placed = useOnboardingKnown();
  const table = useTablePreferences('tokens');
  const [query, setQuery] = useUrlState(apiKeyQuery, table.remembered);
  const [editing, setEditing] = useState<Token | 'new' | undefined>(undefined);
  const [created, setCreated] = useState<Token | undefined>(undefined);
  const [peeked, setPeeked] = useState<number | undefined>(undefined);
  const { state } = useLocation() as { state: { defaultCredentials?: boolean; create?: boolean } };
  const [warned, setWarned] = useState(false);
  const navigate = useNavigate();
  // History state survives a reload, and would repeat the password warning or reopen the form.
  const forgetState = () => void navigate({ to: '.', search: true, state: {}, replace: true });
  const list = useEndpoint(calls.searchTokens, { query });
  const actions = useApiKeyActions();
  const shown = list.data?.items.find(({ id }) => id === peeked);
  const closePeek = () => setPeeked(undefined);
  const steady = useStableCallbacks({
    edit: setEditing,
    toggle: actions.toggle,
    remove: (apiKey: Token) => actions.remove(apiKey, closePeek),
  });
  const showsCreator = readActingTeam() !== undefined;
  const columns = useMemo(() => apiKeyColumns(t, steady, showsCreator), [t, steady, showsCreator]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);

  return (
    <>
      <PageHeader
        title={t('tokens.title')}
        note={t(showsCreator ? 'tokens.noteTeam' : 'tokens.note')}
      >
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
          {t('tokens.add')}
        </Button>
      </PageHeader>
      {placed ? <OnboardingCard /> : <Skeleton height={380} radius="md" aria-busy />}
      <div hidden={!placed}>
        {query.status === 0 && list.data && !list.data.statuses?.length ? null : (
          <StatusTabs
            label={t('tokens.columns.status')}
            value={String(query.status)}
            choose={(status) => setQuery({ status: Number(status), p: 1 })}
            tabs={statusTabs(list.data?.statuses).map(({ status, name, count, alarms }) => ({
              value: String(status),
              label: t(`tokens.status.${name}`),
              count,
              alarms,
            }))}
          />
        )}
        <Group mb="xs" gap="xs" justify="space-between" wrap="nowrap">
          <FilterInput
            icon
            label={t('tokens.search')}
            value={query.keyword}
            apply={(keyword) => setQuery({ keyword })}
            width={260}
          />
          <Group gap="xs" wrap="nowrap">
            <SavedViews list={view.name} shrinks />
            <TableSettings {...view} />
          </Group>
        </Group>
        <PagedTable
          label={t('tokens.title')}
          view={view}
          list={list}
          query={query}
          setQuery={setQuery}
          pageSizes={API_KEY_PAGE_SIZES}
          rowId={({ id }) => id}
          sorting={sortingBy(query.sort, setQuery)}
          open={({ id }) => setPeeked(id)}
          enter={setEditing}
          activeId={shown?.id}
          clearFilters={
            query.keyword === '' && query.status === 0 && query.p === 1
              ? undefined
              : () => setQuery({ keyword: '', status: 0, p: 1 })
          }
          empty={
            <EmptyState
              icon={IconKey}
              title={t('tokens.empty.title')}
              text={t('tokens.empty.text')}
              // The onboarding list above already leads to it.
              {...(leads
                ? {}
                : { action: { label: t('tokens.add'), run: () => setEditing('new') } })}
            />
          }
        />
        {list.data && list.data.items.length > 0 ? <RefusalNote /> : null}
      </div>
      <PeekDrawer
        title={shown?.name ?? ''}
        opened={shown !== undefined}
        close={closePeek}
        steps={peekSteps(list.data, {
          id: shown?.id,
          pageSize: query.page_size,
          open: ({ id }) => setPeeked(id),
        })}
      >
        {shown ? <ApiKeyPeek apiKey={shown} edit={() => setEditing(shown)} /> : null}
      </PeekDrawer>
      {editing === undefined && state.create !== true ? null : (
        <ApiKeyForm
          apiKey={editing === 'new' ? undefined : editing}
          close={() => {
            setEditing(undefined);
            if (state.create) forgetState();
          }}
          created={setCreated}
        />
      )}
      {created ? <CreatedApiKey apiKey={created} close={() => setCreated(undefined)} /> : null}
      {state.defaultCredentials && !warned ? (
        <DefaultPasswordWarning close={() => setWarned(true)} changed={forgetState} />
      ) : null}
    </>
  );
}

function CreatedApiKey({ apiKey, close }: { apiKey: Token; close: () => void }) {
  const models = useEndpoint(calls.listOwnModels);
  return (
    <KeyReveal
      secret={`sk-${apiKey.key}`}
      model={sampleModel(apiKey, models.data ?? [])}
      below={<FirstCall apiKey={apiKey} />}
      close={close}
    />
  );
}
