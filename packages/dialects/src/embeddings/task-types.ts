import { ownValue } from '../json/own-value.ts';

/** Google's task types by Cohere's input types, which other providers adopted. */
const GOOGLE_TASKS: Readonly<Record<string, string>> = {
  search_document: 'RETRIEVAL_DOCUMENT',
  search_query: 'RETRIEVAL_QUERY',
  classification: 'CLASSIFICATION',
  clustering: 'CLUSTERING',
};

const COHERE_TASKS: Readonly<Record<string, string>> = {
  RETRIEVAL_QUERY: 'search_query',
  QUESTION_ANSWERING: 'search_query',
  FACT_VERIFICATION: 'search_query',
  CODE_RETRIEVAL_QUERY: 'search_query',
  CLASSIFICATION: 'classification',
  CLUSTERING: 'clustering',
};

const JINA_TASKS: Readonly<Record<string, string>> = {
  RETRIEVAL_QUERY: 'retrieval.query',
  QUESTION_ANSWERING: 'retrieval.query',
  FACT_VERIFICATION: 'retrieval.query',
  RETRIEVAL_DOCUMENT: 'retrieval.passage',
  SEMANTIC_SIMILARITY: 'text-matching',
  CLASSIFICATION: 'classification',
  CLUSTERING: 'separation',
};

/** Returns Google's task type for an `input_type`; undefined for values of one vendor only. */
export function taskTypeOf(inputType: string | undefined): string | undefined {
  return inputType === undefined ? undefined : ownValue(GOOGLE_TASKS, inputType);
}

/** Returns Cohere's input type, which is required; documents by default. */
export function cohereInputType(taskType = ''): string {
  return ownValue(COHERE_TASKS, taskType) ?? 'search_document';
}

/** Returns Jina's task, if it has an equivalent. */
export function jinaTask(taskType = ''): string | undefined {
  return ownValue(JINA_TASKS, taskType);
}
