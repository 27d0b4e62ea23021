import { useTranslation } from 'react-i18next';
import { inWords } from '../../ui/in-words.ts';

/** What a task does, in words where its name is known. */
export function ActionName({ action }: { action: string }) {
  const { i18n } = useTranslation();
  return <>{inWords(i18n, 'tasks.actions', action)}</>;
}
