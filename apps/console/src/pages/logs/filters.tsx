import { Button, Group, NumberInput, Popover, Select, SimpleGrid, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnGroupSelect } from '../../ui/group-select.tsx';
import { formatTime } from '../../ui/relative-time.tsx';
import { parseExpiry as parseTime } from '../tokens/values.ts';
import { type LogQuery, NO_FILTERS, windowOf } from './query.ts';

const TYPES = ['all', 'topup', 'consume', 'manage', 'system', 'error'] as const;

export interface LogFiltersProps {
  query: LogQuery;
  setQuery: (changes: Partial<LogQuery>) => void;
  admin: boolean;
}

/** All filters of the log behind one button; the token name stands beside it too. */
export function LogFilters(props: LogFiltersProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={440}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} />}
          onClick={() => setOpened(!opened)}
          aria-expanded={opened}
        >
          {t('ui.table.filters')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 24px)">
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
  const times = { start: parseTime(start), end: parseTime(end) };

  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    setTried(true);
    if (times.start === undefined || times.end === undefined) return;
    const changed = (text: string, seconds: number, time: number) =>
      text === formatTime(seconds) ? undefined : Math.max(0, time);
    setQuery({
      ...values,
      start_timestamp: changed(start, window.start_timestamp, times.start) ?? query.start_timestamp,
      end_timestamp: changed(end, window.end_timestamp, times.end) ?? query.end_timestamp,
      p: 1,
    });
    close();
  };
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
        <OwnGroupSelect
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
