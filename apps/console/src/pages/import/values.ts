import { IMPORT_FAMILIES, type ImportFamily } from '@tollgate/contract';

/** The values of the form. */
export interface ImportValues {
  from: 'file' | 'address';
  address: string;
  logs: boolean;
  logsAddress: string;
  family: ImportFamily | '';
  name: string;
  merge: boolean;
  refresh: boolean;
  options: string;
}

export const noValues: ImportValues = {
  from: 'file',
  address: '',
  logs: false,
  logsAddress: '',
  family: '',
  name: '',
  merge: false,
  refresh: false,
  options: '',
};

export const families = IMPORT_FAMILIES;

/** Returns the body of the call that starts an import; ids of uploads are '' if there is none. */
export function toRequest(
  values: ImportValues,
  { upload, logsUpload }: { upload: string; logsUpload: string },
  isDryRun: boolean,
) {
  const { from, address, logs, logsAddress, family, name, merge, refresh, options } = values;
  return {
    ...(from === 'file' ? { upload } : { address }),
    ...(logs ? { logs_address: logsAddress, logs_upload: logsUpload } : {}),
    ...(family === '' ? {} : { family }),
    name,
    merge,
    refresh,
    logs,
    options,
    dry_run: isDryRun,
  };
}
