import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';

/** Where questions and toasts appear; fetched apart, as no page begins with one. */
export function Overlays() {
  return (
    <>
      <ModalsProvider>{null}</ModalsProvider>
      <Notifications position="top-right" limit={4} />
    </>
  );
}
