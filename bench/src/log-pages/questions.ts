import { CHANNELS, MODELS, OTHER_USERS, RARE_MODEL, SPAN_SECONDS } from './fill-log.ts';

const DAY = 86_400;

export interface Question {
  what: string;
  asker: 'administrator' | 'user';
  /** Returns path and query; `turn` counts the requests, so that no two are identical. */
  path(turn: number, now: number): string;
}

const month = (now: number) => `start_timestamp=${now - SPAN_SECONDS}`;
const range = (now: number, days: number) => `start=${now - days * DAY}&end=${now}`;
const user = (turn: number) => `username=user${100_000 + ((turn * 37) % OTHER_USERS)}`;
const model = (turn: number) => `model_name=model-${turn % MODELS}`;
const channel = (turn: number) => `channel=${1 + (turn % CHANNELS)}`;
const page = (number: number) => `p=${number}&page_size=20`;

/** Queries that console pages run on the log. Without a window, the last 3 days. */
export const QUESTIONS: readonly Question[] = [
  questionOf('newest page', () => `/api/log/?${page(1)}`),
  questionOf('page 100', (turn) => `/api/log/?${page(100 + turn)}`),
  questionOf('newest page of 30 days', (_turn, now) => `/api/log/?${page(1)}&${month(now)}`),
  questionOf('one user', (turn) => `/api/log/?${page(1)}&${user(turn)}`),
  questionOf('one model', (turn) => `/api/log/?${page(1)}&${model(turn)}`),
  questionOf(
    'models by pattern',
    (turn) => `/api/log/?${page(1)}&model_name=model-${turn % 10}%25`,
  ),
  questionOf('one channel', (turn) => `/api/log/?${page(1)}&${channel(turn)}`),
  questionOf('errors', (turn) => `/api/log/?${page(1 + turn)}&type=5`),
  questionOf('a rare model', () => `/api/log/?${page(1)}&model_name=${RARE_MODEL}`),
  questionOf(
    'a rare model, 30 days, 100 rows',
    (_turn, now) => `/api/log/?p=1&page_size=100&model_name=${RARE_MODEL}&${month(now)}`,
  ),
  questionOf('a key name', (turn) => `/api/log/?${page(1)}&token_name=key%20${turn % 2}`),
  questionOf('a group without calls', () => `/api/log/?${page(1)}&group=no-such-group`),
  questionOf('a user without calls', () => `/api/log/?${page(1)}&username=no-such-user`),
  questionOf(
    'a model of a channel and a user, 30 days',
    (turn, now) =>
      `/api/log/?${page(1)}&${model(turn)}&${channel(turn)}&${user(turn)}&${month(now)}`,
  ),
  questionOf('a model without calls', () => `/api/log/?${page(1)}&model_name=no-such-model`),
  questionOf('a request id', (turn) => `/api/log/?${page(1)}&request_id=req-${turn}`),
  questionOf('statistics', (turn) => `/api/log/stat?type=${turn % 2 === 0 ? 0 : 2}`),
  questionOf('statistics of 30 days', (_turn, now) => `/api/log/stat?${month(now)}`),
  questionOf(
    'statistics of a user, 30 days',
    (turn, now) => `/api/log/stat?${user(turn)}&${month(now)}`,
  ),
  questionOf(
    'statistics of a model, 30 days',
    (turn, now) => `/api/log/stat?${model(turn)}&${month(now)}`,
  ),
  questionOf(
    'statistics of a model pattern and a channel, 30 days',
    (turn, now) => `/api/log/stat?model_name=model-${turn % 10}%25&${channel(turn)}&${month(now)}`,
  ),
  questionOf(
    'statistics of a key name, 30 days',
    (turn, now) => `/api/log/stat?token_name=key%20${turn % 2}&${month(now)}`,
  ),
  questionOf('dashboard of a day', () => '/api/data/report'),
  questionOf(
    'dashboard of 7 days by user',
    (_turn, now) => `/api/data/report?${range(now, 7)}&by=user`,
  ),
  questionOf(
    'dashboard of 30 days by key',
    (_turn, now) => `/api/data/report?${range(now, 30)}&by=key`,
  ),
  questionOf(
    'dashboard of 30 days and those before, by channel',
    (_turn, now) =>
      `/api/data/report?${range(now, 30)}&before_start=${now - 60 * DAY}&before_end=${now - 30 * DAY}&by=channel`,
  ),
  questionOf(
    'dashboard of a user, 30 days',
    (turn, now) =>
      `/api/data/report?${range(now, 30)}&user_id=${100_000 + ((turn * 37) % OTHER_USERS)}`,
  ),
  questionOf('dashboard of this minute', () => '/api/data/now'),
  own('own newest page', () => `/api/log/self/?${page(1)}`),
  own('own page 50 of 30 days', (turn, now) => `/api/log/self/?${page(50 + turn)}&${month(now)}`),
  own('own calls of a key', (turn) => `/api/log/self/?${page(1)}&token_name=key%20${turn % 2}`),
  own(
    'own calls of a rare model, 30 days',
    (_turn, now) => `/api/log/self/?${page(1)}&model_name=${RARE_MODEL}&${month(now)}`,
  ),
  own('own statistics', () => '/api/log/self/stat'),
  own('own statistics of 30 days', (_turn, now) => `/api/log/self/stat?${month(now)}`),
  own(
    'own statistics of a key, 30 days',
    (turn, now) => `/api/log/self/stat?token_name=key%20${turn % 2}&${month(now)}`,
  ),
  own(
    'own dashboard of 30 days by key',
    (_turn, now) => `/api/data/self/report?${range(now, 30)}&by=key`,
  ),
  own('own forecast', () => '/api/data/self/forecast'),
];

function questionOf(what: string, path: Question['path']): Question {
  return { what, asker: 'administrator', path };
}

function own(what: string, path: Question['path']): Question {
  return { what, asker: 'user', path };
}
