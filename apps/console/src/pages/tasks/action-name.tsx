import { useTranslation } from '../../texts.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';

/** What a task does, in words where its name is known. */
export function ActionName({ action }: { action: string }) {
  const { i18n } = useTranslation();
  return <>{translateEnum(i18n, 'tasks.actions', action)}</>;
}
