import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** A form, with what to know about it beside it where there is space, and below it elsewhere. */
export function Beside({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <Box display={{ base: 'grid', lg: 'flex' }} style={{ gap: 24, alignItems: 'flex-start' }}>
      <Box flex="1 1 0" w="100%" miw={0} maw={760}>
        {children}
      </Box>
      <Box flex="0 0 440px" miw={0} maw={760}>
        {aside}
      </Box>
    </Box>
  );
}
