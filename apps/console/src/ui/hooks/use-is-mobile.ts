import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is at most 768 px wide: a phone, where tables become cards. */
export function useIsMobile(): boolean {
  return (
    useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false }) ?? false
  );
}
