import { type DataOf, type endpoints, findOption, type PriceOptionKey } from '@tollgate/contract';
import { UsdPriceError, type UsdPrice, type UsdPriceField } from '@tollgate/pricing';
import { compareNames } from '@tollgate/i18n';
import { calls } from 'virtual:calls';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { ApiError } from '../../api/call-endpoint.ts';
import { useRefetch } from '../../api/refetch.ts';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { jsonErrorMessage } from '../../ui/forms/json-editor.tsx';
import {
  changeAmount,
  compareOthers,
  comparePrices,
  listPricedModels,
  priceOf,
  type PriceTexts,
  readPrices,
  rebaseDraft,
  setPrice,
  setPrices,
} from './price-draft.ts';

/** A cell whose input is not a price that can be stored. */
export interface BadCell {
  model: string;
  field: UsdPriceField;
  text: string;
  problem: string;
}

export type PriceEditor = ReturnType<typeof usePriceEditor>;
type Book = DataOf<typeof endpoints.getPriceBook>;

const cellKey = (model: string, field: string) => `${field} ${model}`;

/** The stored price book, and what was changed over it and not saved yet. */
// tidy-ignore: a closure over shared state, made of short functions
export function usePriceEditor() {
  const { t } = useTranslation();
  const stored = useEndpoint(calls.getPriceBook);
  const [edited, setEdited] = useState<{ from: Book; texts: PriceTexts }>();
  const [bad, setBad] = useState<ReadonlyMap<string, BadCell>>(new Map());
  const [added, setAdded] = useState<readonly string[]>([]);
  const [conflict, setConflict] = useState<string>();
  // The draft stays based on the book that it was started from, until it is saved or rebased.
  const book = edited?.from ?? stored.data;
  const base = useMemo(() => (book ? textsOf(book) : undefined), [book]);
  const texts = edited?.texts ?? base;
  const before = useMemo(() => base && readPrices(base), [base]);
  const maps = useMemo(() => texts && readPrices(texts), [texts]);
  const differences = useMemo(
    () => (base && texts ? comparePrices(base, texts) : []),
    [base, texts],
  );
  const others = useMemo(() => (base && texts ? compareOthers(base, texts) : []), [base, texts]);
  const saving = useSaving(setConflict);

  const write = (next: PriceTexts) => {
    if (book) setEdited({ from: book, texts: next });
  };
  const forget = (key: string) => setBad((old) => new Map([...old].filter(([one]) => one !== key)));

  return {
    book,
    base,
    texts,
    before,
    maps,
    error: stored.error,
    fetching: stored.isFetching,
    retry: () => void stored.refetch(),
    differences,
    others,
    added,
    badCells: [...bad.values()],
    badCell: (model: string, field: UsdPriceField) => bad.get(cellKey(model, field)),
    /** Options whose text is malformed. */
    badTexts: texts ? badTextsOf(texts, t) : new Map<PriceOptionKey, string>(),
    hasChanges: differences.length > 0 || others.length > 0 || bad.size > 0,
    busy: saving.busy,
    conflict,
    models: maps && book ? listModels({ book, maps, before }, added) : [],
    add: (model: string) => setAdded((old) => [...old, model]),
    setAmount: (model: string, field: UsdPriceField, text: string) => {
      if (!texts || !maps) return;
      const key = cellKey(model, field);
      try {
        const price = changeAmount(priceOf(maps, model), field, text);
        const others = [...bad.values()].filter(
          (cell) => cell.model === model && cell.field !== field,
        );
        const settled = settleCells(setPrice(texts, model, price), others);
        write(settled.texts);
        setBad(
          (old) =>
            new Map([...old].filter(([one, cell]) => one !== key && !settled.cells.includes(cell))),
        );
      } catch (error) {
        if (!(error instanceof UsdPriceError)) throw error;
        const problem = t(`prices.faults.${error.fault}`);
        setBad((old) => new Map(old).set(key, { model, field, text, problem }));
      }
    },
    /** Discards invalid input of a cell. */
    revert: (model: string, field: UsdPriceField) => forget(cellKey(model, field)),
    setModelPrice: (model: string, price: UsdPrice | undefined) => {
      if (texts) write(setPrice(texts, model, price));
    },
    adopt: (prices: readonly { model: string; price: UsdPrice }[]) => {
      if (texts) write(setPrices(texts, prices));
    },
    setText: (key: PriceOptionKey, text: string) => {
      if (texts) write({ ...texts, [key]: text });
    },
    load: write,
    discard: () => {
      setEdited(undefined);
      setBad(new Map());
      setAdded([]);
      setConflict(undefined);
    },
    /** Rebases the draft onto what somebody else has saved. */
    takeOver: async () => {
      const { data: fresh } = await stored.refetch();
      if (!fresh || !base || !texts) return;
      try {
        setEdited({ from: fresh, texts: rebaseDraft({ base, draft: texts }, textsOf(fresh)) });
        setConflict(undefined);
      } catch (error) {
        toastError(error);
      }
    },
    /** Returns whether it was saved. */
    save: async (note: string): Promise<boolean> => {
      if (!base || !texts || !book) return false;
      const isSaved = await saving.save({ base, texts, version: book.version, note });
      if (!isSaved) return false;
      setEdited(undefined);
      setAdded([]);
      return true;
    },
  };
}

/** Retries invalid cells: the amount that they depend on may have been entered. */
function settleCells(texts: PriceTexts, cells: readonly BadCell[]) {
  const settled: BadCell[] = [];
  let next = texts;
  for (const cell of cells) {
    const maps = readPrices(next);
    if (!maps) continue;
    try {
      const price = changeAmount(priceOf(maps, cell.model), cell.field, cell.text);
      next = setPrice(next, cell.model, price);
      settled.push(cell);
    } catch (error) {
      if (!(error instanceof UsdPriceError)) throw error;
    }
  }
  return { texts: next, cells: settled };
}

function useSaving(setConflict: (reason: string | undefined) => void) {
  const { t } = useTranslation();
  const refetch = useRefetch();
  const send = useEndpointMutation(calls.savePriceBook);
  return {
    busy: send.isPending,
    /** Returns whether it was saved. */
    save: async ({ base, texts, version, note }: SaveInput): Promise<boolean> => {
      try {
        await send.mutateAsync({
          body: { base: version, note, options: changedOptions(base, texts) },
        });
      } catch (error) {
        const isConflict = error instanceof ApiError && error.code === 'price_conflict';
        if (isConflict) setConflict(error.message);
        else toastError(error);
        return false;
      }
      setConflict(undefined);
      // Many pages show prices. The new book must be loaded before the draft is dropped.
      await refetch();
      toastSuccess(t('prices.saved'));
      return true;
    },
  };
}

interface SaveInput {
  base: PriceTexts;
  texts: PriceTexts;
  version: string;
  note: string;
}

/** Returns the options to send: those whose text differs. */
export function changedOptions(base: PriceTexts, texts: PriceTexts) {
  return (Object.keys(texts) as PriceOptionKey[])
    .filter((key) => texts[key] !== base[key])
    .map((key) => ({ key, value: texts[key] }));
}

function textsOf(book: Book): PriceTexts {
  return Object.fromEntries(book.options.map(({ key, value }) => [key, value])) as PriceTexts;
}

function badTextsOf(
  texts: PriceTexts,
  t: ReturnType<typeof useTranslation>['t'],
): Map<PriceOptionKey, string> {
  const keys = Object.keys(texts) as PriceOptionKey[];
  return new Map(
    keys.flatMap((key) =>
      findOption(key)?.check(texts[key]).ok === false
        ? [[key, jsonErrorMessage(texts[key], t) ?? t('prices.ratios.wrongShape')] as const]
        : [],
    ),
  );
}

/** Returns every model that has, had or needs a price, by name. */
function listModels(
  { book, maps, before }: { book: Book; maps: Maps; before: Maps | undefined },
  added: readonly string[],
): string[] {
  const named = [
    ...listPricedModels(maps),
    ...(before ? listPricedModels(before) : []),
    ...Object.keys(book.served),
    ...added,
  ];
  return [...new Set(named)].sort(compareNames);
}
type Maps = NonNullable<ReturnType<typeof readPrices>>;
