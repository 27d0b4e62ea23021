/** How long keys are kept for an input that does not appear. */
const PATIENCE_MS = 10_000;

interface Caught {
  keys: string[];
  stop: () => void;
}
let caught: Caught | undefined;

/**
 * Keeps the keys that are typed from now on for an input that is still loading, until `takeTyped`. A key that
 * no input would take, a click or a long wait ends this.
 */
export function catchTyped(): void {
  if (caught) return;
  const ended = new AbortController();
  const keys: string[] = [];
  const stop = () => {
    clearTimeout(timer);
    ended.abort();
    caught = undefined;
  };
  const timer = setTimeout(stop, PATIENCE_MS);
  const onKey = (event: KeyboardEvent) => {
    const { key } = event;
    // Shortcuts, keys that only modify others, and those of an input method are left alone.
    if (event.ctrlKey || event.metaKey || event.isComposing) return;
    if (['Shift', 'Alt', 'CapsLock', 'Process'].includes(key)) return;
    if (key === 'Backspace') keys.pop();
    else if (key.length === 1 || key === 'Enter') keys.push(key);
    else return stop();
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', onKey, { capture: true, signal: ended.signal });
  window.addEventListener('pointerdown', stop, { capture: true, signal: ended.signal });
  caught = { keys, stop };
}

/** Returns what was typed since `catchTyped`, up to Enter, and whether that was pressed; ends the catching. */
export function takeTyped(): { typed: string; entered: boolean } {
  const keys = caught?.keys ?? [];
  caught?.stop();
  const end = keys.indexOf('Enter');
  const entered = end !== -1;
  return { typed: keys.slice(0, entered ? end : undefined).join(''), entered };
}
