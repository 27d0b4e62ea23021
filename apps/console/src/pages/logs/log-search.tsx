import { Group } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import type { LogQuery } from './query.ts';

/**
 * Finds a request by its id, or the rows of a key by its name; on a phone the latter is among the filters.
 */
export function LogSearch({
  query,
  setQuery,
}: {
  query: LogQuery;
  setQuery: (changes: Partial<LogQuery>) => void;
}) {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  return (
    <Group gap="xs" flex={1} wrap="nowrap">
      <FilterInput
        icon
        live={false}
        label={t('logs.filters.requestId')}
        value={query.request_id}
        apply={(request_id) => setQuery({ request_id })}
      />
      {mobile ? null : (
        <FilterInput
          live={false}
          label={t('logs.filters.token')}
          value={query.token_name}
          apply={(token_name) => setQuery({ token_name })}
        />
      )}
    </Group>
  );
}
