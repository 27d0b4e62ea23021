import type { TranslationOptions, Translation, OpenTranslationResult } from './translation.ts';
import { isChatFormat, type UpstreamFormat } from '../ir/dialect.ts';
import {
  joinWarnings,
  ConversionWarnings,
  type ConversionWarning,
} from '../ir/conversion-warnings.ts';
import { readSafely, ShapeError } from '../ir/read-shape.ts';
import { encodeText } from '../json/encode-text.ts';
import type { RequestFault } from '../ir/request-fault.ts';
import type { JsonObject } from '../json/json-object.ts';
import { refuse } from '../openai-chat/request-members.ts';
import { plainModelName } from '../limits/plain-model-name.ts';
import { readSentLimits, type Thoughts } from '../limits/sent-limits.ts';
import { applyModelRules } from '../model-rules/apply-model-rules.ts';
import type { ModelRuleSet } from '../model-rules/find-model-rules.ts';
import type { BodyRules } from '../providers/body-rules.ts';
import { openMinimaxSpeech } from '../speech/minimax-speech.ts';
import { openCloudflareTranscript } from '../transcripts/cloudflare-transcripts.ts';
import type { MediaRequest } from '../media/media-request.ts';
import { withPredictions } from '../images/predict-call.ts';
import { openOcr } from '../ocr/open-ocr.ts';
import { openFim } from '../mistral-fim/open-fim.ts';
import { openImageGeneration } from '../images/open-image-generation.ts';
import { openMedia } from '../media/open-media.ts';
import { CODECS, UPSTREAM_CODECS } from './codec.ts';
import { openPassThrough, type PassThroughWarnings } from './pass-through.ts';
import { openConversion, type ConvertedRequest } from './conversion.ts';
import { inlineMedia } from './remote-media.ts';
import { fitCacheMarks } from './fit-cache-marks.ts';
import { fitToolChoice } from './fit-tool-choice.ts';
import { cleanHistory } from '../history/clean-history.ts';
import { dropForeignThoughts } from '../history/drop-foreign-thoughts.ts';
import { pairToolCalls } from '../history/pair-tool-calls.ts';
import { applySuffixMembers } from './apply-suffix-members.ts';
import { moveOwnImages } from './move-own-images.ts';
import { readTextFiles } from './read-text-files.ts';
import { renameTools } from './rename-tools.ts';
import { recallSignatures } from '../history/signature-keys.ts';
import { applyBodyRules } from './apply-body-rules.ts';
import { type BodyOverrides, overrideBody } from './override-body.ts';
import { wrapCustom } from './custom-tools.ts';
import { openAuxiliaryTranslation } from './auxiliary-translation.ts';
import { withoutUsage } from './without-usage.ts';
import { translateServerTools } from '../server-tools/translate-search.ts';
import { toSummaryCall, withCompaction } from '../openai-responses/compact-call.ts';
import { plainId } from './render-context-of.ts';
import { findRefusal } from '../state/read-state.ts';
import { takesMcpServers } from '../server-tools/translate-mcp.ts';
import { withMeter } from '../server-tools/metered-translation.ts';

/**
 * Prepares what one attempt at an upstream needs. A fault is the client's: its request is malformed, or asks
 * for something that is essential for the response and that this upstream's dialect can't carry (another
 * upstream may then serve it). Never throws.
 */
export function openTranslation(options: TranslationOptions): OpenTranslationResult {
  const { media } = options.call;
  if (media) return openMediaCall(options, media);
  if (options.call.request.compacts && !options.compactsItself) return openSummary(options);
  const opened = openPlain(options);
  const { ignoreUsage, metersUse, overrides, rules, modelRules, namedMembers: members } = options;
  const isPlain = !rules && !modelRules && !overrides && !ignoreUsage && !metersUse && !members;
  if (isPlain || !opened.ok) return opened;
  let { translation } = opened;
  if (rules) {
    const adapted = readSafely(() => withRules(opened.translation, rules, options));
    if (!adapted.ok) return adapted;
    translation = adapted.value;
  }
  if (members && options.call.request.kind === 'chat')
    translation = { ...translation, body: applySuffixMembers(translation.body, members) };
  if (modelRules) translation = withModelRules(translation, modelRules, options);
  if (overrides) translation = withOverrides(translation, overrides, options);
  if (translation.body !== opened.translation.body || rules?.thoughtsBeyondLimit !== undefined) {
    const { to, body } = translation;
    const sentLimits = readSentLimits(
      to,
      body,
      options.call.request,
      thoughtsOf(rules, options.upstreamModel),
    );
    translation = { ...translation, sentLimits };
  }
  if (ignoreUsage) translation = withoutUsage(translation);
  if (metersUse) translation = withMeter(translation);
  return { ok: true, translation };
}

/** Has the model compact the conversation; the response contains its summary. */
function openSummary(options: TranslationOptions): OpenTranslationResult {
  const { call, id } = options;
  const read = readSafely(() => toSummaryCall(call));
  if (!read.ok) return read;
  const opened = openTranslation({ ...options, call: read.value, compactsItself: true });
  if (!opened.ok) return opened;
  return { ok: true, translation: withCompaction(opened.translation, call, plainId(id)) };
}

function thoughtsOf(rules: BodyRules | undefined, upstreamModel: string): Thoughts | undefined {
  const { thoughtsBeyondLimit: maximum, thinksWhenAsked } = rules ?? {};
  if (maximum === undefined) return undefined;
  return {
    maximum,
    onlyOnRequest: thinksWhenAsked?.test(plainModelName(upstreamModel)) ?? false,
  };
}

function openMediaCall(options: TranslationOptions, media: MediaRequest): OpenTranslationResult {
  const { to } = options;
  if (to === 'minimax-speech') return openMinimaxSpeech(options);
  if (to === 'cloudflare-transcripts') return openCloudflareTranscript(options);
  const opened: OpenTranslationResult = isChatFormat(to)
    ? { ok: true, translation: openMedia(options, media) }
    : openImageGeneration(options, to);
  if (!opened.ok || !media.predicts) return opened;
  return { ok: true, translation: withPredictions(opened.translation) };
}

/** Adds what was dropped for the provider as losses, even if client and upstream use the same dialect. */
function withRules(
  translation: Translation,
  rules: BodyRules,
  { call, upstreamModel }: TranslationOptions,
): Translation {
  if (translation.to !== 'openai-chat' || call.request.kind !== 'chat') return translation;
  const { body, warnings } = applyBodyRules(translation.body, rules, upstreamModel);
  return { ...translation, body, warnings: joinWarnings(translation.warnings, warnings) };
}

/** Applies the rules to a translated body or to the client's own, whose members are already known. */
function withModelRules(
  translation: Translation,
  modelRules: ModelRuleSet,
  { call, namedMembers }: TranslationOptions,
): Translation {
  const { to, passesThrough, body: converted } = translation;
  const { kind, memberBits = 0 } = call.request;
  if (kind !== 'chat' || !isChatFormat(to)) return translation;
  const bits = passesThrough && !namedMembers ? memberBits : undefined;
  const { body, warnings } = applyModelRules(converted, to, modelRules, bits);
  if (body === converted && warnings.length === 0) return translation;
  return { ...translation, body, warnings: joinWarnings(translation.warnings, warnings) };
}

function openPlain(options: TranslationOptions): OpenTranslationResult {
  const { call, to } = options;
  const { kind } = call.request;
  if (kind === 'ocr') return { ok: true, translation: openOcr(options) };
  if (call.dialect === to && kind !== 'rerank') {
    call.forgetBody();
    const passing = openPassThrough(withCleanHistory(options));
    const edits = options.openEditor && call.request.kind === 'chat';
    const { body } = passing;
    const translation = edits
      ? openConversion(options, to, {
          body,
          warnings: [],
          customTools: new Set(),
          originalNames: new Map(),
        })
      : passing;
    return { ok: true, translation };
  }
  if (to === 'mistral-fim') return openFim(options);
  if (kind === 'rerank' || kind === 'embeddings' || !isChatFormat(to)) {
    return openAuxiliaryTranslation(options);
  }
  const read = readSafely(() => renderUpstream(options, to));
  if (!read.ok) return read;
  return { ok: true, translation: openConversion(options, to, read.value) };
}

/** Cleans the history so that the upstream can read it, with warnings for what was dropped. */
function withCleanHistory(options: TranslationOptions): TranslationOptions & PassThroughWarnings {
  const { call, isForeignSignature, upstreamModel } = options;
  if (!isForeignSignature || call.request.kind !== 'chat') return options;
  const { bytes, warnings } = cleanHistory(call, isForeignSignature, upstreamModel);
  call.forgetBody();
  return bytes ? { ...options, call: call.withBytes(bytes), warnings } : options;
}

function withOverrides(
  translation: Translation,
  overrides: BodyOverrides,
  { to, call }: TranslationOptions,
): Translation {
  const { members } = overrides;
  const used = call.request.kind === 'chat' ? overrides : members && { members };
  if (!used) return translation;
  return { ...translation, body: overrideBody(translation.body, to, used) };
}

function renderUpstream(options: TranslationOptions, to: UpstreamFormat): ConvertedRequest {
  const { call, upstreamModel } = options;
  const { model, stream } = call.request;
  const codec = UPSTREAM_CODECS[to];
  const read = CODECS[call.dialect].parseRequest(call.body, model, stream);
  const usesMcpServers = read.mcpServers !== undefined && takesMcpServers(to, upstreamModel);
  const refusal = usesMcpServers
    ? findRefusal(call.dialect, { ...call.body, mcp_servers: undefined })
    : read.refusal;
  if (refusal) throw new ShapeError(refusal);
  const limited = { ...read, maxOutputTokens: read.maxOutputTokens ?? options.outputLimit };
  const fetched = options.fetchedMedia ? inlineMedia(limited, options.fetchedMedia) : limited;
  const parsed = readTextFiles(fetched, to);
  const user = parsed.user ?? (codec.needsUser ? `user-${options.callerId ?? 0}` : undefined);
  const report = new ConversionWarnings(to);
  const recalled = options.recallSignature
    ? recallSignatures(parsed, options.recallSignature)
    : parsed;
  const readable = dropForeignThoughts(recalled, options.isForeignSignature, report);
  const paired = moveOwnImages(pairToolCalls(readable, report), to, report);
  const fitted = { ...paired, model: upstreamModel, ...(user === undefined ? {} : { user }) };
  const marked = fitCacheMarks(fitted, to, report);
  const withServerTools = translateServerTools(marked, to, options.searchUsesMax, report);
  const { request: wrapped, customTools } = codec.knowsCustomTools?.(upstreamModel)
    ? { request: withServerTools, customTools: new Set<string>() }
    : wrapCustom(withServerTools, report);
  const { request, originals } = renameTools(fitToolChoice(wrapped, to, report), to);
  for (const path of request.unknown) report.note('unknown', path);

  const includeUsage = options.injectUsage && options.removeStreamOptions !== true;
  const body: JsonObject = codec.renderRequest(request, report, includeUsage);
  if (report.refusal) throw new ShapeError(refuseConversion(report.refusal));
  return {
    customTools,
    originalNames: originals,
    warnings: report.list,
    ...(request.search ? { searches: true } : {}),
    body: encodeText(JSON.stringify(body)),
  };
}

function refuseConversion({ feature, detail }: ConversionWarning): RequestFault {
  const what = detail ?? feature;
  const message = `${what} can't be sent to this model, whose provider speaks another dialect.`;
  return refuse(message, what, 'unsupported_by_upstream');
}
