import { Anchor, Group, Text } from '@mantine/core';
import { type NotificationData, notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/call-endpoint.ts';

/** Shows a toast; its cross has a name for screen readers. */
function show(toast: NotificationData): string {
  return notifications.show({
    ...toast,
    closeButtonProps: { 'aria-label': i18next.t('ui.close') },
  });
}

/** Tells that the person's own action worked, and what came of it. */
export function toastSuccess(message: string, detail?: string): void {
  show({
    message: <Told message={message} detail={detail} />,
    color: 'gate',
    icon: <IconCheck size={16} />,
    autoClose: 4000,
  });
}

function Told({ message, detail }: { message: string; detail: string | undefined }) {
  return (
    <div>
      {message}
      {detail === undefined ? null : (
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      )}
    </div>
  );
}

/** Tells that the person's own action failed and why; stays until dismissed, with the id to quote. */
export function toastError(error: unknown): void {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  show({
    message: (
      <>
        {error instanceof Error ? error.message : String(error)}
        {requestId === undefined ? null : (
          <Text size="xs" c="dimmed" className="mono">
            {requestId}
          </Text>
        )}
      </>
    ),
    color: 'red',
    icon: <IconAlertTriangle size={16} />,
    autoClose: false,
  });
}

/** Tells that a reversible change was made, with a way back for 6 seconds. */
export function toastUndo(message: string, undo: () => void, detail?: string): void {
  showWithAction(
    { color: 'gate', icon: <IconCheck size={16} />, autoClose: 6000 },
    <Told message={message} detail={detail} />,
    { label: i18next.t('ui.undo'), run: undo },
  );
}

/** Tells of something that the person should see to, with the way to do it; stays until dismissed. */
export function toastWarning(message: string, action: ToastAction): void {
  showWithAction(
    { color: 'yellow', icon: <IconAlertTriangle size={16} />, autoClose: false },
    message,
    action,
  );
}

interface ToastAction {
  label: string;
  run: () => void;
}

function showWithAction(
  toast: Omit<NotificationData, 'message'>,
  message: ReactNode,
  { label, run }: ToastAction,
): void {
  const id = show({
    ...toast,
    message: (
      <Group justify="space-between" wrap="nowrap">
        {message}
        <Anchor
          component="button"
          size="sm"
          onClick={() => {
            notifications.hide(id);
            run();
          }}
        >
          {label}
        </Anchor>
      </Group>
    ),
  });
}
