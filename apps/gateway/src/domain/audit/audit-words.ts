import { type AuditEntry, findLoginProvider, findOption } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { type Language, optionLabel } from '../error-texts.ts';

type Words = Readonly<Record<string, string>>;

/** Names actions, objects and fields of the audit log as the console does; unknown ones as recorded. */
export function auditWords(language: Language) {
  const { actions, subjects, fields } = texts[language].audit as Record<string, unknown> as {
    actions: Words;
    subjects: Words;
    fields: Words;
  };
  const nameOf = (subject: string, name: string) =>
    fields[`${subject}_${name}`] ??
    fields[name] ??
    (findOption(name) ? optionLabel(name, language) : (findLoginProvider(name)?.name ?? name));
  return {
    action: ({ action }: Pick<AuditEntry, 'action'>) => actions[action] ?? action,
    subject: ({ subject }: Pick<AuditEntry, 'subject'>) => subjects[subject] ?? subject,
    field: ({ subject }: Pick<AuditEntry, 'subject'>, field: string) => {
      const [head = '', ...members] = field.split('.');
      const member = members.join('.');
      // A setting of a channel has its own name; other members are names that somebody chose.
      if (head === 'setting' && member !== '') return nameOf(subject, member);
      return [nameOf(subject, head), member].filter(Boolean).join(' · ');
    },
  };
}
