export interface TextPosition {
  /** 1-based. */
  line: number;
  /** 1-based. */
  column: number;
}

/** Returns the position of a JSON error; undefined for valid and for empty texts. */
export function findJsonError(text: string): TextPosition | undefined {
  if (text.trim() === '' || isGood(text)) return undefined;
  // Browsers do not always report the position. The text is valid up to some character and invalid from there
  // on, so a binary search finds it.
  let right = 0;
  let errorAt = text.length + 1;
  while (errorAt - right > 1) {
    const middle = Math.floor((right + errorAt) / 2);
    if (isBeginning(text.slice(0, middle))) right = middle;
    else errorAt = middle;
  }
  const before = text.slice(0, right).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function isGood(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text can still become valid JSON: its only error is that it ends. */
function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const words = String(error);
    const position = /position (\d+)/.exec(words)?.[1];
    if (position !== undefined)
      return Number(position) >= text.length || /Unterminated string/.test(words);
    return /end of (JSON|data|the input)|unterminated|EOF/i.test(words);
  }
}
