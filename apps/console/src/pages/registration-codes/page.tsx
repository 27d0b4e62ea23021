import { Alert, Anchor, Button, Select } from '@mantine/core';
import { type ListedRegistrationCode, REGISTRATION_CODE_STATES } from '@tollgate/contract';
import { IconAlertTriangle, IconPlus, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { useStatus } from '../../status.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { ListToolbar } from '../../ui/filters/list-toolbar.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { peekSteps } from '../../ui/layout/peek-steps.ts';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import { useTablePreferences, toTableView } from '../../ui/tables/use-table-preferences.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { pages } from '../index.ts';
import { registrationCodeColumns } from './columns.tsx';
import { RegistrationCodeForm } from './form.tsx';
import { MadeRegistrationCodes } from './made-codes.tsx';
import { RegistrationCodePeek } from './peek.tsx';
import { registrationCodeQuery } from './query.ts';

/** Registration codes: create, hand out, disable, and see who registered with them. */
export function RegistrationCodesPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const table = useTablePreferences('registration-codes');
  const [query, setQuery] = useUrlState(registrationCodeQuery, table.remembered);
  const [adds, setAdds] = useState(false);
  const [createdCodes, setCreatedCodes] = useState<readonly string[]>([]);
  const [peeked, setPeeked] = useState<number | undefined>(undefined);
  const list = useEndpoint(calls.searchRegistrationCodes, { query });
  const update = useEndpointMutation(calls.updateRegistrationCode, [calls.searchRegistrationCodes]);
  const steady = useStableCallbacks({
    toggle: ({ id, state }: ListedRegistrationCode) =>
      update.mutate({ body: { id, disabled: state !== 'disabled' } }, { onError: toastError }),
  });
  const columns = useMemo(() => registrationCodeColumns(t, steady.toggle), [t, steady]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  const shown = list.data?.items.find(({ id }) => id === peeked);
  const add = () => setAdds(true);
  return (
    <>
      <PageHeader title={t('registrationCodes.title')} note={t('registrationCodes.note')}>
        <Button leftSection={<IconPlus size={16} />} onClick={add}>
          {t('registrationCodes.add')}
        </Button>
      </PageHeader>
      {status.data?.registration_code_required === false ? (
        <Alert color="yellow" variant="light" mb="sm" icon={<IconAlertTriangle size={18} />}>
          {t('registrationCodes.off')}{' '}
          <Anchor
            component={Link}
            inherit
            c="inherit"
            underline="always"
            to={pages.setting.path}
            // The routes are generated from a table, so their types know no search parameters.
            search={{ tab: 'system', section: 'login' } as never}
          >
            {t('registrationCodes.toSetting')}
          </Anchor>
        </Alert>
      ) : null}
      <ListToolbar
        search={
          <FilterInput
            icon
            label={t('registrationCodes.search')}
            value={query.keyword}
            apply={(keyword) => setQuery({ keyword })}
            width={280}
          />
        }
        filters={
          <Select
            w={{ base: '100%', sm: 160 }}
            clearable
            aria-label={t('registrationCodes.columns.state')}
            placeholder={t('registrationCodes.columns.state')}
            value={query.state || null}
            data={REGISTRATION_CODE_STATES.map((value) => ({
              value,
              label: t(`registrationCodes.state.${value}`),
            }))}
            onChange={(value) =>
              setQuery({ state: REGISTRATION_CODE_STATES.find((one) => one === value) ?? '', p: 1 })
            }
          />
        }
        active={query.state === '' ? 0 : 1}
        view={view}
      />
      <PagedTable
        label={t('registrationCodes.title')}
        view={view}
        list={list}
        query={query}
        setQuery={setQuery}
        rowId={({ id }) => id}
        open={({ id }) => setPeeked(id)}
        activeId={shown?.id}
        clearFilters={
          query.keyword === '' && query.state === ''
            ? undefined
            : () => setQuery({ keyword: '', state: '', p: 1 })
        }
        empty={
          <EmptyState
            icon={IconUserPlus}
            title={t('registrationCodes.empty.title')}
            text={t('registrationCodes.empty.text')}
            action={{ label: t('registrationCodes.add'), run: add }}
          />
        }
      />
      <PeekDrawer
        title={shown ? shown.name || `…${shown.tail}` : ''}
        opened={shown !== undefined}
        close={() => setPeeked(undefined)}
        steps={peekSteps(list.data, {
          id: shown?.id,
          pageSize: query.page_size,
          open: ({ id }) => setPeeked(id),
        })}
      >
        {shown ? <RegistrationCodePeek code={shown} toggle={steady.toggle} /> : null}
      </PeekDrawer>
      {adds ? (
        <RegistrationCodeForm close={() => setAdds(false)} created={setCreatedCodes} />
      ) : null}
      {createdCodes.length > 0 ? (
        <MadeRegistrationCodes codes={createdCodes} close={() => setCreatedCodes([])} />
      ) : null}
    </>
  );
}
