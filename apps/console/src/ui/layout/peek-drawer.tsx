import { ActionIcon, Drawer } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { tip } from '../feedback/tip.ts';
import type { PeekSteps } from './peek-steps.ts';
import './peek-drawer.css';
import { formatNumber } from '../format/format-number.ts';

/** Details of a row next to the table; J and K keep moving through the rows, closing returns the focus. */
export function PeekDrawer({
  title,
  opened,
  close,
  size = 480,
  steps,
  takesFocus = false,
  children,
}: {
  title: ReactNode;
  opened: boolean;
  close: () => void;
  /** Pixels. */
  size?: number;
  /** Its position in the list, with links to its neighbors. */
  steps?: PeekSteps | undefined;
  /** Belongs to no row, so it takes the focus on opening. */
  takesFocus?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  // A drawer that is mounted on opening must remember at once which element had the focus.
  const [opener] = useState(() => document.activeElement);
  const leave = () => {
    const row = document.querySelector<HTMLElement>('[data-row-id][data-active="true"]');
    close();
    if (row) row.focus();
    else if (takesFocus && opener instanceof HTMLElement) opener.focus();
  };
  return (
    <Drawer
      opened={opened}
      onClose={leave}
      position="right"
      size={size}
      title={steps ? <Head title={title} steps={steps} /> : title}
      withOverlay={false}
      lockScroll={false}
      trapFocus={takesFocus}
      data-peek={size > 480 ? 'wide' : ''}
      shadow="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {children}
    </Drawer>
  );
}

function Head({ title, steps }: { title: ReactNode; steps: PeekSteps }) {
  const { t } = useTranslation();
  const { position, total, previous, next } = steps;
  return (
    <span className="peek-head">
      <span className="peek-title">{title}</span>
      <span className="peek-place tabular">{`${position} / ${formatNumber(total)}`}</span>
      <ActionIcon
        {...tip(`${t('ui.peek.previous')} (K)`)}
        aria-label={t('ui.peek.previous')}
        disabled={previous === undefined}
        onClick={previous}
      >
        <IconChevronUp size={18} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        {...tip(`${t('ui.peek.next')} (J)`)}
        aria-label={t('ui.peek.next')}
        disabled={next === undefined}
        onClick={next}
      >
        <IconChevronDown size={18} stroke={1.6} />
      </ActionIcon>
    </span>
  );
}
