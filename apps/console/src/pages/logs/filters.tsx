import { Button, Group, NumberInput, Popover, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterButton, FilterSheet } from '../../ui/filter-sheet.tsx';
import { formatTime } from '../../ui/format-time.ts';
import { AllGroupSelect, OwnGroupSelect } from '../../ui/group-select.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { chosenTime } from './chosen-time.ts';
import { countFilters, type LogQuery, NO_FILTERS, windowOf } from './query.ts';

const TYPES = ['all', 'topup', 'consume', 'manage', 'system', 'error'] as const;

export interface LogFiltersProps {
  query: LogQuery;
  setQuery: (changes: Partial<LogQuery>) => void;
  admin: boolean;
}

/** All filters of the log behind one button; the token name stands beside it too. */
export function LogFilters(props: LogFiltersProps) {
  const narrow = useNarrow();
  const [opened, setOpened] = useState(false);
  const active = countFilters(props.query);
  if (narrow)
    return (
      <FilterSheet active={active}>
        {(close) => <FilterForm {...props} close={close} />}
      </FilterSheet>
    );
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={460}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <FilterButton active={active} opened={opened} toggle={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown>
        {opened ? <FilterForm {...props} close={() => setOpened(false)} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterForm({ query, setQuery, admin, close }: LogFiltersProps & { close: () => void }) {
  const { t } = useTranslation();
  const window = windowOf(query);
  const [values, setValues] = useState<LogQuery>(query);
  const [start, setStart] = useState(formatTime(window.start_timestamp));
  const [end, setEnd] = useState(formatTime(window.end_timestamp));
  const [tried, setTried] = useState(false);
  const set = (changes: Partial<LogQuery>) => setValues({ ...values, ...changes });
  const times = {
    start: chosenTime({
      typed: start,
      shown: window.start_timestamp,
      chosen: query.start_timestamp,
    }),
    end: chosenTime({ typed: end, shown: window.end_timestamp, chosen: query.end_timestamp }),
  };

  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    setTried(true);
    if (times.start === undefined || times.end === undefined) return;
    setQuery({ ...values, start_timestamp: times.start, end_timestamp: times.end, p: 1 });
    close();
  };
  const GroupSelect = admin ? AllGroupSelect : OwnGroupSelect;
  const text = (name: 'token_name' | 'model_name' | 'username' | 'request_id', label: string) => (
    <TextInput
      label={label}
      value={values[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <form onSubmit={submit}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('logs.filters.start')}
          value={start}
          onChange={(event) => setStart(event.currentTarget.value)}
          error={tried && times.start === undefined ? t('logs.filters.badTime') : undefined}
        />
        <TextInput
          label={t('logs.filters.end')}
          value={end}
          onChange={(event) => setEnd(event.currentTarget.value)}
          error={tried && times.end === undefined ? t('logs.filters.badTime') : undefined}
        />
        {text('token_name', t('logs.filters.token'))}
        {text('model_name', t('logs.filters.model'))}
        <GroupSelect
          label={t('logs.filters.group')}
          value={values.group || null}
          onChange={(group) => set({ group: group ?? '' })}
          comboboxProps={{ withinPortal: false }}
        />
        <Select
          label={t('logs.filters.type')}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          value={String(values.type)}
          data={TYPES.map((name, type) => ({
            value: String(type),
            label: t(`logs.types.${name}`),
          }))}
          onChange={(type) => set({ type: Number(type) })}
        />
        {admin ? (
          <NumberInput
            label={t('logs.filters.channel')}
            min={0}
            allowDecimal={false}
            value={values.channel || ''}
            onChange={(channel) => set({ channel: Number(channel) || 0 })}
          />
        ) : null}
        {admin ? text('username', t('logs.filters.username')) : null}
        {text('request_id', t('logs.filters.requestId'))}
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button
          variant="default"
          onClick={() => {
            setQuery(NO_FILTERS);
            close();
          }}
        >
          {t('logs.filters.reset')}
        </Button>
        <Button type="submit">{t('ui.table.apply')}</Button>
      </Group>
    </form>
  );
}
