import { Checkbox, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  choosableIds,
  type DataTableProps,
  SELECTION_WIDTH,
  stickyClass,
  stickyOffsets,
} from './column.ts';

/** The headers; the checkbox there chooses the rows of this page. */
export function TableHead<Row>(props: DataTableProps<Row>) {
  const { columns, selection } = props;
  const { t } = useTranslation();
  const ids = choosableIds(props);
  const chosen = ids.filter((id) => selection?.ids.has(id)).length;
  const offsets = stickyOffsets(columns, selection !== undefined);
  const all = ids.length > 0 && chosen === ids.length;
  return (
    <Table.Thead>
      <Table.Tr>
        {selection ? (
          <Table.Th w={SELECTION_WIDTH} miw={SELECTION_WIDTH} className="stick" left={0}>
            <Checkbox
              size="xs"
              aria-label={t('ui.table.selectPage')}
              checked={all}
              indeterminate={chosen > 0 && !all}
              onChange={() =>
                selection.change(all ? new Set() : new Set([...selection.ids, ...ids]))
              }
            />
          </Table.Th>
        ) : null}
        {columns.map(({ key, header, align, width, mobile }, index) => (
          <Table.Th
            key={key}
            scope="col"
            data-align={align}
            {...(width === undefined ? {} : { w: width, miw: width })}
            className={stickyClass(offsets[index], mobile)}
            {...(offsets[index] === undefined ? {} : { left: offsets[index] })}
          >
            {header}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}
