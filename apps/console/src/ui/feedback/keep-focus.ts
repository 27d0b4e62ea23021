/**
 * Returns the focus to a button that was disabled while its call ran: a browser drops it, and whoever uses the
 * keyboard would be outside the dialog, or at the start of the page. Returns a function that stops it.
 */
export function keepFocus(): () => void {
  let last: EventTarget | null = null;
  const remember = ({ target }: Event) => {
    last = target;
  };
  const forget = () => {
    last = null;
  };
  const buttons = new MutationObserver(() => {
    if (!(last instanceof HTMLButtonElement) || last.disabled) return;
    if (document.activeElement === document.body) last.focus({ preventScroll: true });
  });
  document.addEventListener('focusin', remember);
  // A click elsewhere leaves the button; one on it focuses it again.
  document.addEventListener('pointerdown', forget);
  buttons.observe(document, { subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget);
    buttons.disconnect();
  };
}
