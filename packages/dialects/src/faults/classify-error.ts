import type { FaultClass } from './fault-class.ts';
import { classifyCode } from './known-codes.ts';
import type { ErrorObject } from './error-object.ts';
import type { UpstreamFaultKind } from './upstream-fault.ts';

const QUOTA_WORDS =
  /insufficient_quota|insufficient_user_quota|insufficient.{0,12}balance|billing_not_active|billing_error|billing_hard_limit|credit balance is too low|account is overdue|in arrears|arrearage|exceeded_current_quota|quota_exceeded|provider_quota_exceeded|servicestop|resourcepackexhausted|chargeresourceexhaust|payment required|account_?overdue|service_?overdue|overdue (?:account|balance|payment)|used all available credits|billing_disabled|key limit exceeded|reached your specified api usage limits|plan package has expired|余额不足|余额已用尽|额度不足|欠费|套餐已到期/i;
const ACCOUNT_WORDS =
  /invalid_api_key|invalid api key|incorrect api key|api key not valid|api_key_invalid|invalidapikey|invalid_iam_token|invalid_authentication|authentication_error|account_deactivated|account.{0,20}deactivated|account.{0,20}(?:suspended|disabled|banned)|organization has been disabled|account is not authorized|security token included in the request is (?:invalid|expired)|signature we calculated does not match|authfailure\.(?:secretidnotfound|invalidsecretid|signaturefailure)|invalid jwt signature|api key has been (?:revoked|disabled)|consumer_suspended|organization_restricted/i;
const FILTER_WORDS =
  /content_filter|content_policy|moderation_blocked|contentfilter|datainspectionfailed|responsibleaipolicy|sensitive_words|prohibited_content|content management policy|flagged.{0,20}moderation|input was flagged|data_inspection_failed|inappropriate content|sensitivecontentdetected|unsafe or sensitive content|content exists risk|安全审核|敏感内容/i;
const MODEL_WORDS =
  /model_not_found|modelnotfound|deploymentnotfound|model_not_exist|invalid_model|model.{0,60}(?:does not exist|not found|not exist)|model identifier is invalid|on-demand throughput|模型不存在/i;
/** How a message states that itself, before anything that it may quote. */
const OWN_MODEL_BEGINNING =
  /^(?:error:? )?(?:(?:the|this|requested|provided|specified) )*model\b.{0,60}(?:does not exist|not found|not exist|identifier is invalid)|^invocation of (?:this )?model\b.{0,120}on-demand throughput|^模型不存在/i;
/** A complaint about a member, which begins with the name that the client gave it. */
const ABOUT_MEMBER =
  /: (?:extra (?:inputs|fields)(?: are)? not permitted|field required|\w+ should\b|value is not\b)/i;
/** Codes of that error; no client can forge them. */
const MODEL_CODE = /^(?:model_not_found|invalid_model|modelnotfound|not_found_model)$/i;
/** How vendors report that an account does not store something that the call names, or may not read it. */
const STORED_ELSEWHERE =
  /^(?:container: )?(?:container|conversation|item|previous response|prompt|vector store|file|skill)\b.{0,120}\bnot found|^no such (?:file )?object\b/i;
const NOT_READABLE =
  /^you do not have permission to access the file\b|^cached ?content not found|\bstorage\.objects\.get\b/i;
/** OpenAI could not use a server of tools that the call names. */
const TOOL_SERVER_WORDS =
  /^external_connector_error$|^error retrieving tool list from mcp server\b/i;
/** The key may not use this endpoint of OpenAI; without `model.request` it may use none. */
const MISSING_SCOPE =
  /^you have insufficient permissions .{0,40}missing scopes: (?!model\.request\b)/i;
/** A single request exceeds what the account may send in a minute: smaller ones do not. */
const TOO_LARGE = /^request too large for\b/i;
const OVERLOAD_WORDS =
  /overloaded|engine is overloaded|at capacity|capacity[ _]exceeded|server_busy|too busy|unavailable/i;
const RATE_WORDS =
  /rate.?limit|too many requests|throttling|requestlimitexceeded|resource_exhausted|requests? per (?:minute|second|day)|限流|请求过于频繁/i;
/** A wrong clock or an expired signature is not the account's fault. */
const CLOCK_WORDS =
  /signature.{0,4}expire|clock|requesttimetooskewed|date.{0,20}skew|timestamp.{0,20}expired|reasonable timeframe|token.{0,4}已过期/i;
/** Google does not serve the gateway's location. */
const UNSUPPORTED_LOCATION = /^user location is not supported/i;
const INSUFFICIENT_CREDITS = /requires more credits, or fewer max_tokens/i;
/** AWS reports this with a 400 where others use 429. */
const SERVICE_QUOTA = /^ServiceQuotaExceeded/;
const INVALID_WORDS =
  /invalid_request|invalid_argument|invalidparameter|context_length|unsupported_(?:parameter|value)|validation/i;

/**
 * Decides what an error means for routing. 429, 5xx, 401, 402, 403 and 404 may succeed on another channel;
 * 400, 413, 422 would fail there too; 408, 504 and 524 have already cost the client its patience and the
 * upstream its work. The body's wording overrides the status where providers use unusual ones (no balance as
 * 400, an invalid key as 400).
 */
export function classifyError(status: number, error: ErrorObject | undefined): FaultClass {
  const text = error
    ? `${error.code ?? ''} ${error.type ?? ''} ${withoutQuotes(error.message)}`
    : '';
  return (
    classifyCode(error?.code) ??
    classifyCode(error?.type) ??
    classifyWords(status, text, error) ??
    classifyStatus(status, text, error)
  );
}

function classifyWords(
  status: number,
  text: string,
  error: ErrorObject | undefined,
): FaultClass | undefined {
  if (!error) return undefined;
  const isInside = status < 400;
  if (FILTER_WORDS.test(text) && status !== 401 && status !== 429)
    return fault('content-filter', false, false);
  if (TOOL_SERVER_WORDS.test(error.type ?? '') || TOOL_SERVER_WORDS.test(error.message))
    return fault('invalid-request', false, false);
  if (status >= 500) return undefined;
  if (error.type === 'FAILED_PRECONDITION' && UNSUPPORTED_LOCATION.test(error.message))
    return fault('auth', true, false);
  const isMissing = (status === 404 || isInside) && STORED_ELSEWHERE.test(error.message);
  if (isMissing || ((status === 403 || isInside) && NOT_READABLE.test(error.message)))
    return fault('invalid-request', true, false);
  const account = trustedAccountText(status, text, error);
  // This request costs more than the remaining balance: others may cost less.
  if (status === 402 && INSUFFICIENT_CREDITS.test(text))
    return { ...fault('quota', true, false), onlyThisCall: true };
  if ((status === 429 || isInside) && TOO_LARGE.test(error.message))
    return { ...fault('rate-limit', true, false), onlyThisCall: true };
  if (status === 401 && MISSING_SCOPE.test(error.message))
    return { ...fault('auth', true, false), onlyThisCall: true };
  const isEmpty = QUOTA_WORDS.test(account) || LOW_BALANCE.test(account);
  if (isEmpty || isQuotaExhausted(account, error)) return fault('quota', true, true);
  if (CLOCK_WORDS.test(account) && (status === 401 || status === 403 || status < 400))
    return fault('auth', true, false);
  if (ACCOUNT_WORDS.test(account) && status !== 429) return fault('auth', true, true);
  // Baidu reports this with a 401, OpenAI with a 403 if a project may not use the model.
  if (MODEL_CODE.test(error.code ?? '') && status < 429) return fault('not-found', true, false);
  if (status === 400 && MODEL_WORDS.test(text)) return missingModel(error);
  if (status === 400 && SERVICE_QUOTA.test(error.code ?? ''))
    return fault('rate-limit', true, false);
  return undefined;
}

/**
 * Returns the part of an error whose statements about our account can be trusted. Errors about the call
 * itself may echo the client's input, and no client must be able to disable a channel with it: there only the
 * code, the type and the very beginning of the message count.
 */
function trustedAccountText(status: number, text: string, error: ErrorObject): string {
  if (status === 401 || status === 402 || status === 403 || status === 429) return text;
  const isAboutMember = ABOUT_MEMBER.test(error.message);
  const beginning = isAboutMember ? '' : (OWN_ACCOUNT_BEGINNING.exec(error.message)?.[0] ?? '');
  return `${error.code ?? ''} ${error.type ?? ''} ${beginning}`;
}

function missingModel(error: ErrorObject): FaultClass {
  return fault(statesMissingModel(error) ? 'not-found' : 'invalid-request', true, false);
}

/**
 * Whether the upstream itself says that the model is missing, for which the channel rests. Elsewhere in a
 * message, the words may be a name or value of the client.
 */
function statesMissingModel({ code, type, message }: ErrorObject): boolean {
  if (MODEL_WORDS.test(`${code ?? ''} ${type ?? ''}`)) return true;
  const own = withoutQuotedPart(message);
  return OWN_MODEL_BEGINNING.test(own) && !ABOUT_MEMBER.test(own);
}

/** Removes all from the first to the last quote of each kind: a quoted value may contain quotes. */
function withoutQuotedPart(text: string): string {
  let rest = text;
  for (const quote of QUOTES) {
    const first = rest.indexOf(quote);
    const last = rest.lastIndexOf(quote);
    if (last > first) rest = `${rest.slice(0, first)} ${rest.slice(last + 1)}`;
  }
  return rest;
}

const QUOTES = ['`', '"', "'"];

const OWN_ACCOUNT_BEGINNING =
  /^(?:error:? )?(?:your |the |this )?(?:credit balance is too low|api key not valid|invalid api key|incorrect api key|insufficient.{0,12}balance|account is overdue|organization has been disabled|you have reached your specified api usage limits|余额不足)/i;

const LOW_BALANCE = /balance is insufficient/i;

function withoutQuotes(text: string): string {
  return text.replace(/`[^`]*`|"[^"]*"|'[^']*'/g, ' ');
}

/** Google words a mere rate limit like an exhausted quota; its type is then RESOURCE_EXHAUSTED. */
function isQuotaExhausted(text: string, error: ErrorObject): boolean {
  return /exceeded your current quota/i.test(text) && error.type !== 'RESOURCE_EXHAUSTED';
}

function classifyStatus(status: number, text: string, error: ErrorObject | undefined): FaultClass {
  if (status === 401) return fault('auth', true, true);
  if (status === 402) return fault('quota', true, true);
  if (status === 403 || status === 407) return fault('auth', true, false);
  if (status === 404 || status === 405 || status === 410) return fault('not-found', true, false);
  if (status === 408 || status === 504 || status === 524) return fault('timeout', false, false);
  if (status === 429) return fault('rate-limit', true, false);
  if (status === 409 || status === 423 || status === 424 || status === 425)
    return fault('server', true, false);
  // A blocked token at Cohere, a full flex tier at Groq.
  if (status === 498) return fault(OVERLOAD_WORDS.test(text) ? 'overload' : 'auth', true, false);
  if (status === 451) return fault('content-filter', false, false);
  if (status === 503 || status === 529) return fault('overload', true, false);
  if (status >= 500 && status < 600)
    return fault(OVERLOAD_WORDS.test(text) ? 'overload' : 'server', true, false);
  if (status >= 400 && status < 500) return fault('invalid-request', false, false);
  return classifyInsideSuccess(text, error);
}

/** An error inside a 200, or a status that no upstream should send. */
function classifyInsideSuccess(text: string, error: ErrorObject | undefined): FaultClass {
  if (!error || text === '') return fault('bad-response', true, false);
  if (RATE_WORDS.test(text)) return fault('rate-limit', true, false);
  if (OVERLOAD_WORDS.test(text)) return fault('overload', true, false);
  if (MODEL_WORDS.test(text)) return missingModel(error);
  if (INVALID_WORDS.test(text)) return fault('invalid-request', false, false);
  return fault('server', true, false);
}

function fault(kind: UpstreamFaultKind, retryable: boolean, bannable: boolean): FaultClass {
  return { kind, retryable, bannable };
}
