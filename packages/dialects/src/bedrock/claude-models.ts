import { ownValue } from '../json/own-value.ts';

/** A geography whose regions Bedrock can route a model's calls across, in addition to global routing. */
type Geography = 'us' | 'eu' | 'jp' | 'au';

interface CloudModel {
  /** Release date, where the hosts include it in the model's name. */
  readonly date?: string;
  /** Suffix that Bedrock appends to the name. */
  readonly suffix?: string;
  readonly geographies: readonly Geography[];
}

const ALL: readonly Geography[] = ['us', 'eu', 'jp', 'au'];

/**
 * Claude models by their name in Anthropic's own API. Source: AWS, model cards of Anthropic's models;
 * Anthropic, "Claude on Vertex AI" (autumn 2026).
 */
const MODELS: Readonly<Record<string, CloudModel>> = {
  'claude-fable-5-1': { geographies: ['us'] },
  'claude-fable-5': { geographies: ['us'] },
  'claude-opus-5': { geographies: ['us', 'eu', 'au'] },
  'claude-opus-4-8': { geographies: ALL },
  'claude-opus-4-7': { geographies: ALL },
  'claude-opus-4-6': { suffix: '-v1', geographies: ['us', 'eu', 'au'] },
  'claude-opus-4-5': { date: '20251101', geographies: ['us', 'eu'] },
  'claude-opus-4-1': { date: '20250805', geographies: ['us'] },
  'claude-opus-4': { date: '20250514', geographies: ['us'] },
  'claude-sonnet-5': { geographies: ['us', 'eu', 'au'] },
  'claude-sonnet-4-6': { geographies: ALL },
  'claude-sonnet-4-5': { date: '20250929', geographies: ALL },
  'claude-sonnet-4': { date: '20250514', geographies: ['us', 'eu'] },
  'claude-haiku-4-5': { date: '20251001', geographies: ALL },
  'claude-3-7-sonnet': { date: '20250219', geographies: ['us', 'eu'] },
  'claude-3-5-haiku': { date: '20241022', geographies: ['us'] },
};
/** Bedrock's version suffix for models with a date in their name. */
const DATED_SUFFIX = '-v1:0';
const NEWER: CloudModel = { geographies: [] };

/** Full names, profiles and ARNs are used as given. */
const FULL_NAME = /^arn:|(?:^|\.)anthropic\./;

/**
 * Returns Bedrock's id of a model: the inference profile of the region's geography if the model has one, else
 * the global one. `profile` forces another (`us`, `global`); `none` requests the bare id. Full ids are
 * returned unchanged.
 */
export function bedrockModelId(model: string, region: string, profile: string): string {
  if (FULL_NAME.test(model)) return model;
  const { name, date } = splitDate(model);
  const known = ownValue(MODELS, name) ?? NEWER;
  const day = date ?? known.date;
  const suffix = known.suffix ?? (day === undefined ? '' : DATED_SUFFIX);
  const id = `anthropic.${name}${day === undefined ? '' : `-${day}`}${suffix}`;
  const geography = geographyOf(region);
  const inferred = geography && known.geographies.includes(geography) ? geography : 'global';
  const prefix = profile === '' ? inferred : profile;
  return prefix === 'none' ? id : `${prefix}.${id}`;
}

/** Returns Bedrock's id for counting tokens; undefined for full ids and for models that require a profile. */
export function bedrockCountId(model: string): string | undefined {
  if (FULL_NAME.test(model)) return undefined;
  const { name } = splitDate(model);
  return ownValue(MODELS, name)?.date === undefined ? undefined : bedrockModelId(model, '', 'none');
}

/** Returns Vertex's id of a model, with its date after an @. Full ids are returned unchanged. */
export function vertexClaudeId(model: string): string {
  if (model.includes('@')) return model;
  const { name, date } = splitDate(model);
  const day = date ?? ownValue(MODELS, name)?.date;
  return day === undefined ? name : `${name}@${day}`;
}

function splitDate(model: string): { name: string; date: string | undefined } {
  const [, name = model, date] = /^(.+)-(\d{8})$/.exec(model) ?? [];
  return { name, date };
}

function geographyOf(region: string): Geography | undefined {
  if (/^(?:us|ca)-/.test(region)) return 'us';
  if (region.startsWith('eu-')) return 'eu';
  if (/^ap-northeast-[13]$/.test(region)) return 'jp';
  return /^ap-southeast-[246]$/.test(region) ? 'au' : undefined;
}
