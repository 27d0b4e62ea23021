import type { AuxiliaryFormat, UpstreamFormat } from '../ir/dialect.ts';
import type { CallKind } from '../ir/call-kind.ts';
import type { BalanceCall } from './balance-call.ts';
import type { BodyRules } from './body-rules.ts';
import type {
  TransportCall,
  ChannelAccount,
  ModelListRequest,
  UpstreamTransport,
  RemoteSources,
} from './upstream-transport.ts';

/** What a URL may depend on besides the base address. */
export interface UrlTarget {
  /** The upstream's name of the model. */
  readonly model: string;
  /** The channel's `other` field. */
  readonly other: string;
}

/** The full URL of a call; `base` is the channel's base_url or the provider's default. */
export type BuildUrl = (base: string, target: UrlTarget) => string;

/** Channel fields that the headers may depend on. */
export interface AuthChannel {
  readonly other: string;
  readonly openaiOrganization: string;
}

/** Channel fields that decide which version of an API is spoken. */
export interface UpstreamChannel {
  readonly baseUrl: string;
  readonly other: string;
}

/** inject: request usage if the client did not; keep: leave as it is; remove: take it out. */
export type StreamOptionsPolicy = 'inject' | 'keep' | 'remove';

/** Where and how a provider takes chats in one dialect. */
export interface ChatEndpoint {
  readonly url: BuildUrl;
  /** For streamed responses, where their address is another. */
  readonly streamUrl?: BuildUrl;
  /** Counts the tokens of a request without making it. */
  readonly countUrl?: BuildUrl;
  /** Makes a conversation shorter. */
  readonly compactUrl?: BuildUrl;
  /** Headers that carry the credential. Pure: no signing. */
  readonly auth: (key: string, channel: AuthChannel) => Record<string, string>;
  /**
   * Headers that go along from a client of the same dialect, with what is sent where it sent none
   * or speaks another dialect; null is nothing.
   */
  readonly clientHeaders?: Readonly<Record<string, string | null>>;
  /** Not every address of this type has it: only for channels whose settings name the dialect. */
  readonly onlyWhenNamed?: boolean;
}

/** Where and how a provider takes calls beside chat in a form of its own. */
export interface AuxiliaryEndpoint {
  readonly format: AuxiliaryFormat;
  readonly url: BuildUrl;
  /** Where it is not that of `endpoints`. */
  readonly auth?: ChatEndpoint['auth'];
}

/** Where a provider keeps files and takes batches of calls. */
export interface FileEndpoint {
  /** The address of an end such as `/files/{id}/content` or `/batches`. */
  readonly url: (end: string) => BuildUrl;
  /** What a batch calls the endpoint `/v1/chat/completions`, where that is not so. */
  readonly endpoint?: (path: string) => string;
}

export type ChannelFieldName = 'other' | 'openai_organization' | 'setting' | 'base_url' | 'key';

/** A field of the channel form that a type needs, beyond the common ones. */
export interface ChannelFieldHint {
  readonly name: ChannelFieldName;
  /** Keys of texts in the `providers` area. */
  readonly labelKey: string;
  readonly hintKey: string;
  readonly required: boolean;
  readonly placeholder: string;
}

/** What keys look like where calls can't be made with any other. */
export interface KeyForm {
  /** Of a regular expression that a whole key matches, without blanks around it. */
  readonly pattern: string;
  /** The same for people, in no language. */
  readonly shape: string;
  /** What the pattern can't express. */
  readonly accepts?: (key: string) => boolean;
}

/** Everything that the product knows about one channel type. */
export interface ProviderSpec {
  /** The number that channels store. */
  readonly type: number;
  /** In kebab case, for icons, metrics and file names. */
  readonly name: string;
  /** Shown in lists and in the type select. */
  readonly label: string;
  /** Text key of a translated label, where the label is no proper name. */
  readonly labelKey?: string;
  /** Tag colour, `#rrggbb`. */
  readonly color: string;
  /** Empty when there is no public address. */
  readonly defaultBaseUrl: string;
  readonly baseUrlRequired: boolean;
  /** What chats are translated to. Null: it makes tasks only, which have a relay of their own. */
  readonly upstreamDialect: UpstreamFormat | null;
  /** False for keys in a form that needs another dialect (see findChatEndpoint). */
  readonly speaksWithKey?: (key: string) => boolean;
  /** A missing kind is one that the provider does not offer. */
  readonly endpoints: Partial<Readonly<Record<CallKind, BuildUrl>>>;
  /** Chats in forms other than that of `endpoints`. */
  readonly chatEndpoints?: Partial<
    Readonly<Record<Exclude<UpstreamFormat, 'openai-chat'>, ChatEndpoint>>
  >;
  /**
   * How calls go with keys that are no mere header, or for models that differ in that; wins over
   * `endpoints` and `chatEndpoints`. Undefined for calls and keys that it does not know.
   */
  readonly transport?: (call: TransportCall) => UpstreamTransport | undefined;
  /** Where the models of a key are listed, where that needs more than `modelListUrl` and `auth`. */
  readonly modelListRequest?: (channel: ChannelAccount) => ModelListRequest | undefined;
  /** Calls beside chat in forms of the provider's own; they win over `endpoints`. */
  readonly auxiliaryEndpoints?: Partial<
    Readonly<
      Record<
        | 'completions'
        | 'embeddings'
        | 'rerank'
        | 'images'
        | 'speech'
        | 'transcriptions'
        | 'translations',
        AuxiliaryEndpoint
      >
    >
  >;
  /** In which forms it fetches no images by address: the gateway does. */
  readonly remoteSources?: Partial<Readonly<Record<UpstreamFormat, RemoteSources>>>;
  /** Files and batches of calls, in OpenAI's form; absent where the provider has neither. */
  readonly files?: FileEndpoint;
  /** What it takes differently from OpenAI in chats of that dialect. */
  readonly bodyRules?: BodyRules;
  /** Its address may be any server's, of which not every one knows max_completion_tokens. */
  readonly renamesNewLimit?: true;
  /** Members that every body of a chat needs, whatever the client says. */
  readonly bodyMembers?: (target: UrlTarget) => Readonly<Record<string, unknown>>;
  /** The usage that it reports is made up: tokens are estimated instead. */
  readonly reportsNoUsage?: boolean;
  /** Where the provider lists its models (see readModelList); null when it does not. */
  readonly modelListUrl: BuildUrl | null;
  /** The same for `endpoints` and the list of models. */
  readonly auth: (key: string, channel: AuthChannel) => Record<string, string>;
  /** Streams report usage when stream_options.include_usage requests it. */
  readonly supportsStreamOptions: boolean;
  /** Returns 4xx to any stream_options: they must be taken out, also the client's own. */
  readonly refusesStreamOptions?: boolean;
  /** Where it depends on the channel; wins over the two above. */
  readonly streamOptionsPolicy?: (channel: UpstreamChannel) => StreamOptionsPolicy;
  /** What an empty `other` is stored as. */
  readonly otherDefault?: string;
  readonly fields: readonly ChannelFieldHint[];
  /** The i18n key that explains the form of the key. */
  readonly keyHint: string;
  /** Absent where a key may be any text. */
  readonly keyForm?: KeyForm;
  /** Where the channel's settings name a form that takes other keys. */
  readonly keyForms?: Partial<Readonly<Record<UpstreamFormat, KeyForm>>>;
  readonly balance: BalanceCall | null;
  /** Models offered when a channel is created; prices for them are seeded. */
  readonly models: readonly string[];
}
