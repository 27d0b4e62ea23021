import { Table } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { useErrorEntries } from './error-entries.ts';

/** Every error that a caller can get: status, code, what happened, what to do. */
export function ErrorsTable() {
  const { t } = useTranslation();
  const rows = useErrorEntries();
  return (
    // Scrolls, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="table-scroll" tabIndex={0} role="group" aria-label={t('docs.errors.title')}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('docs.errors.status')}</Table.Th>
            <Table.Th>{t('docs.errors.code')}</Table.Th>
            <Table.Th miw={220}>{t('docs.errors.happened')}</Table.Th>
            <Table.Th miw={220}>{t('docs.errors.advice')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ anchor, status, wire, message, advice }) => (
            <Table.Tr key={anchor} id={anchor}>
              <Table.Td fw={600} className="tabular">
                {status}
              </Table.Td>
              <Table.Td>
                <code className="mono">{wire}</code>
              </Table.Td>
              <Table.Td>{message}</Table.Td>
              <Table.Td>{advice}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
