import type { notificationTemplate } from '@tollgate/contract';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { listTemplates, replaceTemplate } from '../../store/notification-targets-repository.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import { findUnknownPlaceholder } from './compose-notification.ts';

type Template = z.output<typeof notificationTemplate>;

export async function readTemplates({ store }: Pick<Domain, 'store'>): Promise<Template[]> {
  return (await listTemplates(store.db)) as Template[];
}

/**
 * Stores the operator's text for an event. Throws an AppError for a placeholder that the event does not have.
 */
export async function saveTemplate(
  { store }: Pick<Domain, 'store'>,
  template: Template,
): Promise<void> {
  const unknown = findUnknownPlaceholder(template.event, `${template.title} ${template.body}`);
  if (unknown !== undefined)
    throw new AppError('notification_placeholder_unknown', { name: unknown });
  await store.transaction(async (trx) => {
    const all = await listTemplates(trx);
    const before = all.find(
      ({ event, language }) => event === template.event && language === template.language,
    );
    await replaceTemplate(trx, template);
    const name = `${template.event} (${template.language})`;
    noteAudited({
      id: template.event,
      name,
      before: before && { ...before },
      after: { ...template },
    });
  });
}
