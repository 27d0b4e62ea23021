const WIDE = /[０-９．，－。]/g;
/** As much as full-width characters are after those of ASCII. */
const WIDTH = 0xfee0;
/** The rest of an amount after a decimal comma: groups of thousands have three digits. */
const DECIMAL_COMMA = /^(\D*\d+),(\d{1,2})$/;

const narrow = (text: string) =>
  text.replace(WIDE, (wide) =>
    wide === '。' ? '.' : String.fromCharCode(wide.charCodeAt(0) - WIDTH),
  );

/**
 * Has fields for numbers take the full-width digits of Chinese and Japanese keyboards, which they would drop,
 * and pasted decimal commas, without which 12,5 would be 125. Returns a function that stops this.
 */
export function narrowDigits(): () => void {
  const onInput = (event: Event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || !/^(numeric|decimal)$/.test(field.inputMode))
      return;
    const isPasted = (event as InputEvent).inputType === 'insertFromPaste';
    const narrowed = narrow(field.value);
    const text = isPasted ? narrowed.trim().replace(DECIMAL_COMMA, '$1.$2') : narrowed;
    if (text === field.value) return;
    const caret = Math.max(0, (field.selectionStart ?? 0) - field.value.length + text.length);
    // Past React's own setter, or it would take the new text for one that it knows already.
    Reflect.set(HTMLInputElement.prototype, 'value', text, field);
    field.setSelectionRange(caret, caret);
  };
  // Before any component reads the field.
  window.addEventListener('input', onInput, true);
  return () => window.removeEventListener('input', onInput, true);
}
