export { buildModelMapping } from './channel-settings/model-mapping.ts';
export { parseStatusCodeMapping } from './channel-settings/status-code-mapping.ts';
export { fileIdsIn, fileIdsInTexts, replaceIds } from './file-ids/file-ids.ts';
export { renderError, renderErrorEvent } from './errors/render-error.ts';
export { estimateTextTokens } from './token-estimator/estimate-text.ts';
export { buildTransportFault } from './faults/build-fault.ts';
export { maskSecrets } from './faults/mask-secrets.ts';
export { maxImageTokensOf } from './limits/image-tokens.ts';
export { toPublicError } from './faults/public-error.ts';
export type { UpstreamFault, UpstreamFaultKind } from './faults/upstream-fault.ts';
export { type Dialect, isChatFormat, type UpstreamFormat, type WireFormat } from './ir/dialect.ts';
export { renderWarnings } from './ir/conversion-warnings.ts';
export { isTooComplex } from './sse/event-limits.ts';
export { JsonBounds, type JsonExcess, type JsonLimits } from './json/json-bounds.ts';
export type { Signature } from './ir/parts.ts';
export { mayNeedCleaning } from './history/clean-history.ts';
export type { IsForeignSignature } from './history/clean-body.ts';
export { readHistory } from './history/read-history.ts';
export { findAmbiguousEvent } from './limits/find-ambiguous-event.ts';
export { findAmbiguousTaskName } from './limits/find-ambiguous-member.ts';
export { GUARDED_INSIDE, GUARDED_MEMBERS } from './limits/guarded-members.ts';
export { generatedImageTokensOf } from './limits/generated-image-tokens.ts';
export { maxOutputOf } from './limits/model-outputs.ts';
export { thoughtsBeyondLimit } from './limits/thoughts-beyond-limit.ts';
export { requestedLimits, type SentLimits } from './limits/sent-limits.ts';
export { type MediaKind } from './media/media-kind.ts';
export type { MediaReport } from './media/media-report.ts';
export {
  type RequestedTool,
  type BillableFeatures,
  type BillableUse,
  isOfFamily,
} from './server-tools/billable-features.ts';
export { FETCHED_TOKENS_MAX } from './server-tools/bound-tools.ts';
export { furtherImageUses, imageUsesMax } from './server-tools/image-uses.ts';
export { UNBILLABLE_BETAS } from './server-tools/tool-table.ts';
export type { MediaWork } from './media/media-request.ts';
export { reportTranscript } from './media/read-media-response.ts';
export { readBoundary } from './multipart/boundary.ts';
export { FormFault, FormReader, type FormListener } from './multipart/form-reader.ts';
export { isMediaForm, readMediaCall } from './media/read-media-call.ts';
export {
  conversationOf,
  findItemReferences,
  type ItemReferences,
  isStoredItem,
  resolveReferences,
} from './openai-responses/item-references.ts';
export { ownValue } from './json/own-value.ts';
export { scanTopLevelMembers } from './json/top-level-members.ts';
export type { CreatedId } from './state/created-ids.ts';
export type { NamedId } from './state/named-ids.ts';
export { refuseMissing } from './state/state-members.ts';
export type { RequestFault } from './ir/request-fault.ts';
export type { ClientRequest } from './ir/client-request.ts';
export type { CallKind, RequestKind } from './ir/call-kind.ts';
export { classifyFault } from './openai-chat/fault.ts';
export type { StreamCut, StreamEnd } from './ir/stream-end.ts';
export { readUpstreamUsage } from './openai-chat/usage.ts';
export type { Usage } from './ir/usage.ts';
export type {
  BalanceCall,
  BalanceReading,
  DashboardBalanceCall,
  SingleBalanceCall,
} from './providers/balance-call.ts';
export {
  findChatEndpoint,
  findAuxiliaryEndpoint,
  type ResolvedEndpoint,
} from './providers/find-endpoint.ts';
export { readModelSuffix } from './read-model-suffix.ts';
export { findModelRules, type ModelRuleSet } from './model-rules/find-model-rules.ts';
export { findModelFacts } from './model-rules/model-facts.ts';
export { isOpenAiReasoner } from './model-rules/openai-models.ts';
export { dropsThinkingForTools } from './model-rules/openai-rules.ts';
export { OLD_LIMIT, type BodyRules } from './providers/body-rules.ts';
export { findProvider, findStreamOptionsPolicy, listProviders } from './providers/index.ts';
export type {
  ChannelAccount,
  ModelListRequest,
  UpstreamTransport,
  StreamDecoder,
  JobTransport,
  SocketTransport,
  StreamFraming,
} from './providers/upstream-transport.ts';
export type { ProviderSpec, StreamOptionsPolicy, UrlTarget } from './providers/provider-spec.ts';
export { fitsKeyForm } from './providers/key-form.ts';
export { readPredictCall } from './images/predict-call.ts';
export { findBalanceCall } from './providers/provider-balances.ts';
export { readModelList } from './providers/read-model-list.ts';
export { readCall, type ClientCall, type ReadCallResult } from './translate/client-call.ts';
export { renderModel, renderModelList, type ListedModel } from './translate/model-list.ts';
export { openTranslation } from './translate/open-translation.ts';
export type { OpenTranslationResult, Translation } from './translate/translation.ts';
export type { FetchedMedia } from './ir/fetched-media.ts';
export type { TextEditor } from './translate/edit-texts.ts';
export type { BodyOverrides } from './translate/override-body.ts';
export type { ResponseStream } from './translate/response-stream.ts';
export { readTokenCount, renderTokenCount, unwrapCountRequest } from './translate/token-count.ts';
export type {
  UpstreamAccessToken,
  RequestSigner,
  Credential,
  AccessTokenProvider,
  AccessTokenUse,
} from './signing/credential.ts';
export { buildAccessTokenFault } from './faults/build-token-fault.ts';
export type { SigningCrypto } from './signing/signing-crypto.ts';
