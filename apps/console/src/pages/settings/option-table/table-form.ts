import type { OptionsForm } from '../use-options-form.ts';

/** What a table needs of the form that it is in. */
export type TableForm = Pick<OptionsForm, 'shown' | 'set' | 'errorOf'>;
