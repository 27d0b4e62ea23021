import { useTranslation } from '../../texts.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';

/** The name of a task's action, if known. */
export function ActionName({ action }: { action: string }) {
  const { i18n } = useTranslation();
  return <>{translateEnum(i18n, 'tasks.actions', action)}</>;
}
