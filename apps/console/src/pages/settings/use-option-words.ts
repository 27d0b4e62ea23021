import { loadArea } from '@tollgate/i18n';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../texts.tsx';

type Words = Readonly<Record<string, string>>;

/** Returns labels and hints of options in the console's other language, so that a search finds both. */
export function useOtherOptionWords(): readonly Words[] {
  const { i18n } = useTranslation();
  const [words, setWords] = useState<readonly Words[]>([]);
  const other = i18n.language === 'en' ? 'zh' : 'en';
  useEffect(() => {
    let isLeft = false;
    void Promise.all([loadArea.options[other](), loadArea.optionHints[other]()]).then((areas) => {
      if (!isLeft) setWords(areas.map((area) => area.default as unknown as Words));
    });
    return () => {
      isLeft = true;
    };
  }, [other]);
  return words;
}
