import { Button, Group, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';

/** The fields of a filter panel, with buttons to reset and apply them. */
export function FilterForm({
  submit,
  reset,
  children,
}: {
  submit: () => void;
  reset: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {children}
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={reset}>
          {t('ui.table.reset')}
        </Button>
        <Button type="submit">{t('ui.table.apply')}</Button>
      </Group>
    </form>
  );
}
