import { Tooltip } from '@mantine/core';
import { useEffect, useId, useState } from 'react';

const HOVER_MS = 300;
/** How often to check whether a tip's element was removed. */
const LOOK_MS = 250;

interface Shown {
  target: HTMLElement;
  text: string;
}

/** Shows the tip of the hovered or focused element; Escape, a click and scrolling hide it. */
export function Tooltips() {
  const id = useId();
  const [shown, setShown] = useState<Shown | undefined>(undefined);
  useEffect(() => followTips(setShown), []);
  useEffect(() => {
    if (!shown) return undefined;
    const { target } = shown;
    // Screen readers already announce the name of an icon button.
    const isDescription = target.getAttribute('aria-label') !== shown.text;
    if (isDescription) target.setAttribute('aria-describedby', id);
    const timer = setInterval(() => target.isConnected || setShown(undefined), LOOK_MS);
    return () => {
      clearInterval(timer);
      if (isDescription) target.removeAttribute('aria-describedby');
    };
  }, [shown, id]);
  if (!shown) return null;
  const { target, text } = shown;
  const side = target.dataset['tipSide'] === 'right' ? 'right' : 'top';
  return <Tooltip key={text} id={id} opened target={target} label={text} position={side} />;
}

/** Reports the tip to show, until the returned function is called. */
function followTips(show: (shown: Shown | undefined) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Element | undefined;
  let focused = false;
  const set = (target: HTMLElement | undefined, delay: number) => {
    if (target === current) return;
    current = target;
    focused = delay === 0;
    clearTimeout(timer);
    if (!target) return show(undefined);
    timer = setTimeout(() => show({ target, text: target.dataset['tip'] ?? '' }), delay);
  };
  const tipped = ({ target }: Event) =>
    (target instanceof Element && target.closest<HTMLElement>('[data-tip]')) || undefined;
  const over = (event: Event) => set(tipped(event), HOVER_MS);
  const focus = (event: Event) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible'))
      set(tipped(event), 0);
  };
  const hide = () => set(undefined, 0);
  const press = ({ pointerType }: PointerEvent) => pointerType !== 'touch' && hide();
  // Scrolling caused by focusing an element does not hide its tip.
  const scroll = () => focused || hide();
  const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener('pointerover', over, { signal });
  document.addEventListener('focusin', focus, { signal });
  document.addEventListener('focusout', hide, { signal });
  document.addEventListener('pointerdown', press, { signal });
  document.addEventListener('keydown', key, { signal });
  document.addEventListener('scroll', scroll, { signal, capture: true });
  return () => {
    hide();
    stop.abort();
  };
}
