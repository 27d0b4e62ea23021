import { Anchor, Group, Text } from '@mantine/core';
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/call-endpoint.ts';

/** The latest toast of each content. */
const latest = new Map<string, string>();

/** Shows a toast in place of one that says the same: a repeated attempt must not pile them up. */
function showOnce(content: string, toast: NotificationData): void {
  const before = latest.get(content);
  if (before !== undefined) notifications.hide(before);
  const id = show({
    ...toast,
    onClose: () => latest.get(content) === id && latest.delete(content),
  });
  latest.set(content, id);
}

/** So many toasts are shown at once. */
export const TOASTS_MAX = 4;

/** Shows a toast, if need be in place of the oldest: errors stay, and it must not wait behind them. */
function show(toast: NotificationData): string {
  const shown = notificationsStore.getState().notifications;
  if (shown[0]?.id !== undefined && shown.length >= TOASTS_MAX) notifications.hide(shown[0].id);
  return notifications.show({
    ...toast,
    closeButtonProps: { 'aria-label': i18next.t('ui.close') },
  });
}

/** Reports that the user's own action succeeded, and its result. */
export function toastSuccess(message: string, detail?: string): void {
  showOnce(`${message}\n${detail ?? ''}`, {
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

/** Reports the result of the user's own action that is neither a success nor a failure yet. */
export function toastInfo(message: string): void {
  showOnce(message, {
    message,
    color: 'blue',
    icon: <IconInfoCircle size={16} />,
    autoClose: 8000,
  });
}

/** Reports that the user's own action failed and why; stays until dismissed, with the id to quote. */
export function toastError(error: unknown): void {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  const text = error instanceof Error ? error.message : String(error);
  showOnce(text, {
    message: (
      <>
        {text}
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

/** Reports a reversible change, with an undo button for 6 seconds. */
export function toastUndo(message: string, undo: () => void, detail?: string): void {
  showWithAction(
    { color: 'gate', icon: <IconCheck size={16} />, autoClose: 6000 },
    <Told message={message} detail={detail} />,
    { label: i18next.t('ui.undo'), run: undo },
  );
}

/** Reports something that needs the user's attention, with an action; stays until dismissed. */
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
