import { type Language, setLanguage } from '../language.ts';
import { loadPart } from '../lazy-part.ts';
import { reloadOnce } from './reload-once.ts';

/**
 * Switches the language of the page: once the gateway is back if its texts can't be fetched now, and by a reload
 * if an update removed them.
 */
export async function switchLanguage(language: Language, set = setLanguage): Promise<void> {
  try {
    await loadPart(() => set(language));
  } catch {
    await reloadOnce().catch(() => undefined);
  }
}
