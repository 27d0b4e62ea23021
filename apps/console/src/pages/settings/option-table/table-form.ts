import type { OptionsForm } from '../use-options-form.ts';

/** The part of the form that a table needs. */
export type TableForm = Pick<OptionsForm, 'shown' | 'set' | 'errorOf'>;
