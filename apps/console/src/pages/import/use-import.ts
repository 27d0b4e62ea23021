import type { ImportRunEntry } from '@tollgate/contract';
import { useState } from 'react';
import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { type ImportValues, noValues, toRequest } from './values.ts';

const LOOK_EVERY_MS = 1000;

/** Fetches the latest import, every second while it runs. */
export function useImportRun() {
  return useEndpoint(
    calls.getImport,
    {},
    {
      refetchIntervalMs: (run: ImportRunEntry | null | undefined) =>
        run?.state === 'running' ? LOOK_EVERY_MS : false,
    },
  );
}

/** Holds a selected file, and uploads it once, when needed. */
function useUpload() {
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState<{ file: File; id: string }>();
  const send = async (): Promise<string> => {
    if (!file) return '';
    if (sent?.file === file) return sent.id;
    const { id } = await callEndpoint(calls.uploadImport, { file });
    setSent({ file, id });
    return id;
  };
  return { file, setFile, send, isSent: !file || sent?.file === file };
}

/** Returns the form's values, its uploads, and whether they had a dry run. */
export function useImportForm() {
  const [values, setValues] = useState(noValues);
  const database = useUpload();
  const logs = useUpload();
  const [triedInput, setTriedInput] = useState('');
  const [isUploading, setUploading] = useState(false);
  const start = useEndpointMutation(calls.startImport, [calls.getImport]);
  const isMissing = values.from === 'file' ? !database.file : values.address.trim() === '';
  /** Identifies the input of a dry run: changed input needs another one. */
  const subject = JSON.stringify([
    values,
    ...[database.file, logs.file].map((file) => [file?.name, file?.size, file?.lastModified]),
  ]);

  const begin = async (isDryRun: boolean) => {
    setUploading(!database.isSent || !logs.isSent);
    const upload = values.from === 'file' ? await database.send() : '';
    const logsUpload = values.logs ? await logs.send() : '';
    await start.mutateAsync({ body: toRequest(values, { upload, logsUpload }, isDryRun) });
    setTriedInput(isDryRun ? subject : '');
  };
  return {
    values,
    change: (changes: Partial<ImportValues>) => setValues({ ...values, ...changes }),
    database,
    logs,
    isMissing,
    isUploading,
    isStarting: start.isPending || isUploading,
    /** Whether the latest dry run had exactly this input. */
    isTried: triedInput === subject,
    hasTried: triedInput !== '',
    begin: (isDryRun: boolean) =>
      void begin(isDryRun)
        .catch(toastError)
        .finally(() => setUploading(false)),
  };
}
