import { Button, Group } from '@mantine/core';
import type { Token } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useStatus } from '../../status.ts';
import { DefaultPasswordWarning } from '../../ui/default-password-warning.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterInput } from '../../ui/filter-input.tsx';
import { KeyReveal } from '../../ui/key-reveal.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { PeekDrawer } from '../../ui/peek-drawer.tsx';
import { TableSettings } from '../../ui/table-settings.tsx';
import { useSteady } from '../../ui/use-steady.ts';
import { useTablePreferences, viewOf } from '../../ui/use-table-preferences.ts';
import { useUrlState } from '../../ui/use-url-state.ts';
import { tokenColumns } from './columns.tsx';
import { TokenForm } from './form.tsx';
import { TokenPeek } from './peek.tsx';
import { TOKEN_PAGE_SIZES, tokenQuery } from './query.ts';
import { useTokenActions } from './use-token-actions.ts';

/** The own keys: make, copy, switch, edit and delete them. */
export function TokensPage() {
  const { t } = useTranslation();
  const table = useTablePreferences('tokens');
  const [query, setQuery] = useUrlState(tokenQuery, table.remembered);
  const [editing, setEditing] = useState<Token | 'new' | undefined>(undefined);
  const [created, setCreated] = useState<Token | undefined>(undefined);
  const [peeked, setPeeked] = useState<number | undefined>(undefined);
  const { state } = useLocation() as { state: { defaultCredentials?: boolean } };
  const [warned, setWarned] = useState(false);
  const navigate = useNavigate();
  // The browser keeps the state over a reload, and would warn of a password that is gone.
  const forgetWarning = () => void navigate({ to: '.', search: true, state: {}, replace: true });
  const list = useEndpoint(calls.searchTokens, { query });
  const actions = useTokenActions();
  const shown = list.data?.items.find(({ id }) => id === peeked);
  const closePeek = () => setPeeked(undefined);
  const steady = useSteady({
    edit: setEditing,
    toggle: actions.toggle,
    remove: (token: Token) => actions.remove(token, closePeek),
  });
  const columns = useMemo(() => tokenColumns(t, steady), [t, steady]);
  const view = useMemo(() => viewOf(table, columns), [table, columns]);

  return (
    <>
      <PageHeader title={t('tokens.title')} note={t('tokens.note')}>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
          {t('tokens.add')}
        </Button>
      </PageHeader>
      <Group mb="xs" justify="space-between">
        <FilterInput
          icon
          label={t('tokens.search')}
          value={query.keyword}
          apply={(keyword) => setQuery({ keyword })}
          width={260}
        />
        <TableSettings {...view} />
      </Group>
      <PagedTable
        label={t('tokens.title')}
        view={view}
        list={list}
        query={query}
        setQuery={setQuery}
        pageSizes={TOKEN_PAGE_SIZES}
        rowId={({ id }) => id}
        open={({ id }) => setPeeked(id)}
        enter={setEditing}
        activeId={shown?.id}
        clearFilters={
          query.keyword === '' && query.p === 1 ? undefined : () => setQuery({ keyword: '', p: 1 })
        }
        empty={
          <EmptyState
            icon={IconKey}
            title={t('tokens.empty.title')}
            text={t('tokens.empty.text')}
            action={{ label: t('tokens.add'), run: () => setEditing('new') }}
          />
        }
      />
      <PeekDrawer title={shown?.name ?? ''} opened={shown !== undefined} close={closePeek}>
        {shown ? <TokenPeek token={shown} edit={() => setEditing(shown)} /> : null}
      </PeekDrawer>
      {editing === undefined ? null : (
        <TokenForm
          token={editing === 'new' ? undefined : editing}
          close={() => setEditing(undefined)}
          created={setCreated}
        />
      )}
      {created ? <CreatedToken token={created} close={() => setCreated(undefined)} /> : null}
      {state.defaultCredentials && !warned ? (
        <DefaultPasswordWarning close={() => setWarned(true)} changed={forgetWarning} />
      ) : null}
    </>
  );
}

function CreatedToken({ token, close }: { token: Token; close: () => void }) {
  const status = useStatus();
  const models = useEndpoint(calls.listOwnModels);
  const limited = token.model_limits_enabled ? token.model_limits.split(',') : [];
  const model = limited[0] || models.data?.[0] || 'gpt-4o-mini';
  return (
    <KeyReveal
      secret={`sk-${token.key}`}
      baseUrl={`${status.data?.server_address || location.origin}/v1`}
      model={model}
      close={close}
    />
  );
}
