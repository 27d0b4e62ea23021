import { Badge, Code, Group, Loader, Select, Table, Text, TextInput, Title } from '@mantine/core';
import { OPENAPI_PATH } from '@tollgate/contract';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { CodeTabs } from '../../ui/content/code-tabs.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { IconPlugConnectedX, IconSearch } from '@tabler/icons-react';
import { Fold } from '../../ui/layout/fold.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import {
  type Field,
  filterOperations,
  type OpenApi,
  type Operation,
  type OperationGroup,
  readOpenApi,
} from './read-openapi.ts';

/**
 * Fetches the management API by subject, in the console's language, from the description that the gateway
 * derives from its contract.
 */
export function useOperations(enabled = true) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useQuery({
    queryKey: [OPENAPI_PATH, language],
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const response = await fetch(OPENAPI_PATH, { signal });
      const titleOf = (subject: string) =>
        t(`docs.apiGroups.${subject}` as 'docs.apiGroups.token', { defaultValue: subject });
      return readOpenApi((await response.json()) as OpenApi, {
        language,
        titleOf,
        characters: (count) => t('docs.api.characters', { count }),
      });
    },
  });
}

const NO_FILTER = { text: '', access: '', subject: '' };

/**
 * All calls of the management API by subject, folded until one is filtered for or linked to; each call expands
 * in place and has its own link.
 */
export function ApiReference({ site }: { site: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useOperations();
  const { hash } = useLocation();
  const [filter, setFilter] = useState(NO_FILTER);
  useEffect(() => {
    if (data) document.getElementById(hash)?.scrollIntoView();
  }, [data, hash]);
  if (error)
    return (
      <EmptyState
        icon={IconPlugConnectedX}
        title={t('ui.http.noResponse')}
        text={OPENAPI_PATH}
        action={{ label: t('ui.retry'), run: () => void refetch() }}
      />
    );
  if (!data) return <Loader role="status" aria-label={t('docs.loading')} />;
  const shown = filterOperations(data, filter);
  const count = shown.reduce((sum, { operations }) => sum + operations.length, 0);
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <>
      <Filter groups={data} filter={filter} change={setFilter} count={count} />
      <div className="folds">
        {shown.map((group) => (
          <Subject
            key={`${group.name} ${isFiltered}`}
            group={group}
            site={site}
            hash={hash}
            isFiltered={isFiltered}
          />
        ))}
      </div>
    </>
  );
}

function Subject({
  group: { name, title, operations },
  site,
  hash,
  isFiltered,
}: {
  group: OperationGroup;
  site: string;
  hash: string;
  isFiltered: boolean;
}) {
  const { t } = useTranslation();
  const id = subjectId(name);
  const isLinked = hash === id || operations.some((operation) => operation.id === hash);
  return (
    <Fold
      title={
        <Title order={2} id={id} m={0} fz="md" fw={600}>
          {title}
        </Title>
      }
      value={t('docs.api.count', { count: operations.length })}
      startsOpen={isFiltered || isLinked}
    >
      {operations.map((operation) => (
        <OperationView
          key={operation.id}
          operation={operation}
          site={site}
          isLinked={operation.id === hash}
        />
      ))}
    </Fold>
  );
}

/** Returns the heading id of a subject. */
export const subjectId = (name: string) => `api-${name.replaceAll(' ', '-')}`;

const ROLES = ['public', 'optional', 'user', 'admin', 'root'] as const;

function Filter({
  groups,
  filter,
  change,
  count,
}: {
  groups: readonly OperationGroup[];
  filter: typeof NO_FILTER;
  change: (filter: typeof NO_FILTER) => void;
  count: number;
}) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" my="md" className="docs-tools">
      <TextInput
        style={{ flex: '1 1 220px' }}
        aria-label={t('docs.api.filter')}
        placeholder={t('docs.api.filter')}
        leftSection={<IconSearch size={16} />}
        value={filter.text}
        onChange={({ currentTarget: { value: text } }) => change({ ...filter, text })}
      />
      <Select
        w={190}
        clearable
        searchable
        aria-label={t('docs.api.subject')}
        placeholder={t('docs.api.subject')}
        data={groups.map(({ name, title }) => ({ value: name, label: title }))}
        value={filter.subject || null}
        onChange={(subject) => change({ ...filter, subject: subject ?? '' })}
      />
      <Select
        w={170}
        clearable
        aria-label={t('docs.api.access')}
        placeholder={t('docs.api.anyRole')}
        data={ROLES.map((value) => ({ value, label: t(`docs.api.roles.${value}`) }))}
        value={filter.access || null}
        onChange={(access) => change({ ...filter, access: access ?? '' })}
      />
      <Text size="sm" c="dimmed" role="status">
        {count === 0 ? t('docs.api.none') : t('docs.api.count', { count })}
      </Text>
    </Group>
  );
}

function OperationView({
  operation,
  site,
  isLinked,
}: {
  operation: Operation;
  site: string;
  isLinked: boolean;
}) {
  const { id, method, path, summary } = operation;
  // Hundreds of tables and samples are only rendered once asked for.
  const [wasOpened, setWasOpened] = useState(isLinked);
  return (
    <details
      id={id}
      className="docs-operation"
      open={isLinked}
      onToggle={(event) => event.currentTarget.open && setWasOpened(true)}
    >
      <summary>
        <Badge variant="light" radius="sm" miw={64}>
          {method}
        </Badge>
        <code className="mono">{path}</code>
        <Text component="span" size="sm" c="dimmed">
          {summary}
        </Text>
      </summary>
      {wasOpened ? <OperationDetails operation={operation} site={site} /> : null}
    </details>
  );
}

function OperationDetails({ operation, site }: { operation: Operation; site: string }) {
  const { t, i18n } = useTranslation();
  const { id, access, scope, input, output } = operation;
  return (
    <>
      <Text size="sm" my="xs">
        {t('docs.api.access')}: {translateEnum(i18n, 'docs.api.roles', access)}
        {scope === '' ? null : (
          <>
            {'. '}
            {scope === 'session' ? (
              t('docs.api.noScope')
            ) : (
              <>
                {t('docs.api.scope')}: <Code>{scope}</Code>
              </>
            )}
          </>
        )}{' '}
        <a href={`#${id}`} aria-label={`${t('docs.api.link')}: ${id}`}>
          #
        </a>
      </Text>
      <FieldTable title={t('docs.api.input')} fields={input} />
      <FieldTable title={t('docs.api.output')} fields={output} />
      <CodeTabs
        withKey={false}
        samplesWith={() => [{ name: 'curl', language: 'bash', code: curlOf(operation, site) }]}
      />
    </>
  );
}

function FieldTable({ title, fields }: { title: string; fields: readonly Field[] }) {
  const { t } = useTranslation();
  if (fields.length === 0) return null;
  return (
    // Scrolls, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="table-scroll" tabIndex={0} role="group" aria-label={title}>
      <Table withRowBorders={false} verticalSpacing={3} mb="sm">
        <Table.Caption style={{ captionSide: 'top', textAlign: 'start' }}>{title}</Table.Caption>
        <Table.Tbody>
          {fields.map(({ name, location, type, note, isRequired }) => (
            <Table.Tr key={`${location} ${name}`}>
              <Table.Th scope="row" fw={500}>
                <code className="mono">{name}</code>
              </Table.Th>
              <Table.Td>
                <code className="mono">{type}</code>
              </Table.Td>
              <Table.Td>
                {[
                  location === 'data' ? '' : t(`docs.api.places.${location}`),
                  isRequired && location !== 'data' ? t('docs.api.required') : '',
                  note,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Returns a call as curl, with the required members of its body. */
function curlOf({ method, path, input, access }: Operation, site: string): string {
  const members = input.filter(
    ({ location, isRequired, name }) => location === 'body' && isRequired && !name.includes('.'),
  );
  const body = Object.fromEntries(members.map(({ name, type }) => [name, exampleOf(type)]));
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${site}${path}`,
    ...(access === 'public' ? [] : ['  -H "Authorization: Bearer ACCESS_TOKEN"']),
    ...(members.length === 0
      ? []
      : ['  -H "Content-Type: application/json"', `  -d '${JSON.stringify(body)}'`]),
  ];
  return lines.join(' \\\n');
}

function exampleOf(type: string): unknown {
  if (type.startsWith('"')) return JSON.parse(type.split(' | ')[0] ?? '""');
  if (type.endsWith('[]')) return [];
  if (type === 'integer' || type === 'number') return 1;
  return type === 'boolean' ? true : type === 'string' ? '…' : {};
}
