import { Table } from '@mantine/core';
import { relayErrors, type RelayErrorCode, wireCodeOf } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { errorAdvice } from './error-advice.ts';

/** Every error that a caller can get: status, code, what happened, what to do. */
export function ErrorsTable() {
  const { t, i18n } = useTranslation();
  const codes = Object.keys(relayErrors) as RelayErrorCode[];
  const rows = codes
    .map((code) => ({ code, status: relayErrors[code].status, wire: wireCodeOf(code) }))
    .toSorted((left, right) => left.status - right.status || left.wire.localeCompare(right.wire));
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
          {rows.map(({ code, status, wire }) => (
            <Table.Tr key={code} id={code.replace(/^relay_/, '').replaceAll('_', '-')}>
              <Table.Td fw={600} className="tabular">
                {status}
              </Table.Td>
              <Table.Td>
                <code className="mono">{wire}</code>
              </Table.Td>
              <Table.Td>
                {/* What a message fills in is left open. */}
                {translateEnum(i18n, 'errors', code).replaceAll(/\{\{\w+\}\}/g, '…')}
              </Table.Td>
              <Table.Td>{t(`docs.advice.${errorAdvice[code]}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
