export { type AgentTask, promptOf, reportOf } from './agents/agent-task.ts';
export { type AgentUpstreams, failInTurn, startAgentUpstreams } from './agents/agent-upstreams.ts';
export { opaqueStrings } from './agents/opaque-strings.ts';
export { listCharge } from './agents/list-charge.ts';
export { startAiProxySimulator } from './ai-proxy/ai-proxy-simulator.ts';
export { startAnthropicSimulator } from './anthropic/anthropic-simulator.ts';
export { type BaiduSimulator, startBaiduSimulator } from './baidu/baidu-simulator.ts';
export { startBedrockSimulator } from './bedrock/bedrock-simulator.ts';
export { createManualClock, type ManualClock, type SimulatorClock } from './clock.ts';
export { startCloudflareSimulator } from './cloudflare/cloudflare-simulator.ts';
export { startCohereSimulator } from './cohere/cohere-simulator.ts';
export { startCompatibleSimulator } from './compatible-simulator.ts';
export { startDifySimulator } from './dify/dify-simulator.ts';
export { startGeminiSimulator } from './gemini/gemini-simulator.ts';
export { startJinaSimulator } from './jina/jina-simulator.ts';
export { startOllamaSimulator } from './ollama/ollama-simulator.ts';
export { startLoginSimulatorOf } from './logins/start-login-simulator-of.ts';
export { LOGIN_FAULTS, type LoginSimulator, type Person } from './logins/login-simulator.ts';
export type { TokenForgery } from './logins/id-tokens.ts';
export type { OidcSimulator } from './logins/oidc-site.ts';
export { type MailSimulator, startMailSimulator } from './mail/mail-simulator.ts';
export {
  type NotificationSimulator,
  startNotificationSimulator,
} from './notifications/notification-simulator.ts';
export { type Exchange, listExchanges } from './provider/exchange.ts';
export { type ProviderSimulator, startProviderSimulator } from './provider/provider-simulator.ts';
export { pathOf } from './provider/provider-wire.ts';
export { startOpenAiSimulator } from './openai-simulator.ts';
export { startHunyuanSimulator } from './hunyuan/hunyuan-simulator.ts';
export type { RecordedRefusal, RecordedRequest } from './recorder.ts';
export type { Rule, RuleMark } from './rules/rule.ts';
export { vendorRules } from './rules/vendor-rules.ts';
export { failFirst } from './scenario.ts';
export { findEventDefects, findResponseDefects } from './responses/find-response-defects.ts';
export { type Fault, type Script } from './script.ts';
export type { Simulator } from './simulator.ts';
export type { SimulatorOptions } from './simulator-options.ts';
export {
  type AirwallexSimulator,
  startAirwallexSimulator,
} from './payments/airwallex-simulator.ts';
export {
  type CryptomusSimulator,
  startCryptomusSimulator,
} from './payments/cryptomus-simulator.ts';
export { type EpaySimulator, startEpaySimulator } from './payments/epay-simulator.ts';
export type {
  PaymentSimulator,
  SimulatedRefunds,
  WebhookResponse,
} from './payments/payment-simulator.ts';
export {
  simulatedPaymentOptions,
  startPaymentSimulators,
  startPaymentSimulator,
} from './payments/payment-simulators.ts';
export { startStripeSimulator, type StripeSimulator } from './payments/stripe-simulator.ts';
export { startUsdtSimulator, type UsdtSimulator } from './payments/usdt-simulator.ts';
export { startImageSimulator } from './images/image-simulator.ts';
export {
  type MidjourneySimulator,
  startMidjourneySimulator,
} from './tasks/midjourney-simulator.ts';
export { startSunoSimulator } from './tasks/suno-simulator.ts';
export type { TaskSimulator } from './tasks/task-simulator.ts';
export {
  type Vendor,
  startVendorSimulators,
  VENDOR_KEYS,
  vendorPort,
  VENDORS,
} from './vendor-simulators.ts';
export { startVertexSimulator, type VertexSimulator } from './vertex/vertex-simulator.ts';
export { startSparkSimulator } from './spark/spark-simulator.ts';
export { startZhipuSimulator } from './zhipu/zhipu-simulator.ts';
export type { BatchLine } from './files/check-batch-file.ts';
export type { FileCall, FileResponse } from './files/file-server.ts';
export {
  type FileSimulator,
  type FileSimulatorOptions,
  type LineOutcome,
  startFileSimulator,
} from './files/file-simulator.ts';
export { findGrammarMistake, findToolSchemaMistake } from './schema-rules/anthropic-schema.ts';
export { openSchema } from './schema-rules/valid-schema.ts';
export { findGeminiSchemaMistake } from './schema-rules/gemini-schema.ts';
export {
  findResponseSchemaMistake,
  findFunctionSchemaMistake,
} from './schema-rules/openai-schema.ts';
