import { Button, Group } from '@mantine/core';
import { type Token, TOKEN_DISABLED, TOKEN_ENABLED } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { useStatus } from '../../status.ts';
import { toastDone, toastFailed, toastUndo } from '../../toasts.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DefaultPasswordWarning } from '../../ui/default-password-warning.tsx';
import { EmptyState, NoResults } from '../../ui/empty-state.tsx';
import { FilterInput } from '../../ui/filter-input.tsx';
import { KeyReveal } from '../../ui/key-reveal.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { useUrlState } from '../../ui/use-url-state.ts';
import { tokenColumns } from './columns.tsx';
import { TokenForm } from './form.tsx';
import { TOKEN_PAGE_SIZES, tokenQuery } from './query.ts';

const changed = [calls.listTokens, calls.searchTokens];

/** The own keys: make, copy, switch, edit and delete them. */
export function TokensPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useUrlState(tokenQuery);
  const [editing, setEditing] = useState<Token | 'new' | undefined>(undefined);
  const [created, setCreated] = useState<Token | undefined>(undefined);
  const { state } = useLocation() as { state: { defaultCredentials?: boolean } };
  const [warned, setWarned] = useState(false);
  const list = useEndpoint(calls.searchTokens, {
    query: { p: query.p, page_size: query.page_size, keyword: query.keyword },
  });
  const update = useEndpointMutation(calls.updateToken, changed);
  const remove = useEndpointMutation(calls.deleteToken, changed);

  const setStatus = (token: Token, status: number, undoable: boolean) =>
    update.mutate(
      { query: { status_only: true }, body: { id: token.id, status: status as 1 | 2 } },
      {
        onSuccess: () =>
          undoable &&
          toastUndo(
            t(status === TOKEN_ENABLED ? 'tokens.enabled' : 'tokens.disabled', {
              name: token.name,
            }),
            () =>
              setStatus(token, status === TOKEN_ENABLED ? TOKEN_DISABLED : TOKEN_ENABLED, false),
          ),
        onError: toastFailed,
      },
    );
  const columns = tokenColumns(t, {
    edit: setEditing,
    toggle: (token) =>
      setStatus(token, token.status === TOKEN_DISABLED ? TOKEN_ENABLED : TOKEN_DISABLED, true),
    remove: (token) =>
      confirm({
        title: t('tokens.deleteTitle', { name: token.name }),
        text: t('tokens.deleteText'),
        confirm: t('tokens.actions.delete'),
        run: () =>
          remove.mutate(
            { params: { id: token.id } },
            { onSuccess: () => toastDone(t('tokens.deleted')), onError: toastFailed },
          ),
      }),
  });

  return (
    <>
      <PageHeader title={t('tokens.title')} note={t('tokens.note')}>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
          {t('tokens.add')}
        </Button>
      </PageHeader>
      <Group mb="xs">
        <FilterInput
          icon
          label={t('tokens.search')}
          value={query.keyword}
          apply={(keyword) => setQuery({ keyword })}
          width={260}
        />
      </Group>
      <DataTable
        label={t('tokens.title')}
        columns={columns}
        rows={list.data?.items}
        rowId={({ id }) => id}
        error={list.error}
        fetching={list.isFetching}
        retry={() => void list.refetch()}
        empty={
          query.keyword === '' && query.p === 1 ? (
            <EmptyState
              icon={IconKey}
              title={t('tokens.empty.title')}
              text={t('tokens.empty.text')}
              action={{ label: t('tokens.add'), run: () => setEditing('new') }}
            />
          ) : (
            <NoResults clear={() => setQuery({ keyword: '', p: 1 })} />
          )
        }
      />
      {list.data && list.data.total > 0 ? (
        <Pager
          page={list.data.page}
          pageSize={query.page_size}
          total={list.data.total}
          pageSizes={TOKEN_PAGE_SIZES}
          change={setQuery}
        />
      ) : null}
      {editing === undefined ? null : (
        <TokenForm
          token={editing === 'new' ? undefined : editing}
          close={() => setEditing(undefined)}
          created={setCreated}
        />
      )}
      {created ? <CreatedToken token={created} close={() => setCreated(undefined)} /> : null}
      {state.defaultCredentials && !warned ? (
        <DefaultPasswordWarning close={() => setWarned(true)} />
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
