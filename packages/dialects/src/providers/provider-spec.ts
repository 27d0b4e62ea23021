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

/** What a URL may depend on, besides the base URL. */
export interface UrlTarget {
  /** The model's name at the upstream. */
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

/** Channel fields that determine the version of an API. */
export interface UpstreamChannel {
  readonly baseUrl: string;
  readonly other: string;
}

/** inject: request usage if the client did not; keep: leave unchanged; remove: remove them. */
export type StreamOptionsPolicy = 'inject' | 'keep' | 'remove';

/** Where and how a provider accepts chats in one dialect. */
export interface ChatEndpoint {
  readonly url: BuildUrl;
  /** For streamed responses, if their URL differs. */
  readonly streamUrl?: BuildUrl;
  /** Counts the tokens of a request without running it. */
  readonly countUrl?: BuildUrl;
  /** Compacts a conversation. */
  readonly compactUrl?: BuildUrl;
  /** Returns the headers with the credential. Pure: no signing. */
  readonly auth: (key: string, channel: AuthChannel) => Record<string, string>;
  /**
   * Headers forwarded from a client of the same dialect, with the value sent if it sent none or uses another
   * dialect; null sends nothing.
   */
  readonly clientHeaders?: Readonly<Record<string, string | null>>;
  /** Not every server of this type supports it: only for channels whose settings select the dialect. */
  readonly onlyWhenNamed?: boolean;
}

/** Where and how a provider accepts calls other than chat in a format of its own. */
export interface AuxiliaryEndpoint {
  readonly format: AuxiliaryFormat;
  readonly url: BuildUrl;
  /** If it differs from that of `endpoints`. */
  readonly auth?: ChatEndpoint['auth'];
}

/** Where a provider stores files and accepts batches of calls. */
export interface FileEndpoint {
  /** Builds the URL for a path such as `/files/{id}/content` or `/batches`. */
  readonly url: (end: string) => BuildUrl;
  /** Returns a batch's name for the endpoint `/v1/chat/completions`, if it differs. */
  readonly endpoint?: (path: string) => string;
}

export type ChannelFieldName = 'other' | 'openai_organization' | 'setting' | 'base_url' | 'key';

/** A field of the channel form that a type needs in addition to the common ones. */
export interface ChannelFieldHint {
  readonly name: ChannelFieldName;
  /** Keys of translations in `providers`. */
  readonly labelKey: string;
  readonly hintKey: string;
  readonly required: boolean;
  readonly placeholder: string;
}

/** Required format of keys, if calls can't be made with others. */
export interface KeyForm {
  /** Regular expression that a whole key matches, without surrounding whitespace. */
  readonly pattern: string;
  /** The format for people, language-neutral. */
  readonly shape: string;
  /** Checks what the pattern can't express. */
  readonly accepts?: (key: string) => boolean;
}

/** Everything that the product knows about one channel type. */
export interface ProviderSpec {
  /** The number stored in channels. */
  readonly type: number;
  /** In kebab case, for icons, metrics and file names. */
  readonly name: string;
  /** Shown in lists and in the type selection. */
  readonly label: string;
  /** Translation key of the label, if it is not a proper name. */
  readonly labelKey?: string;
  /** Tag color, `#rrggbb`. */
  readonly color: string;
  /** Empty if there is no public server. */
  readonly defaultBaseUrl: string;
  readonly baseUrlRequired: boolean;
  /** The format that chats are translated to. Null: only for tasks, which have a relay of their own. */
  readonly upstreamDialect: UpstreamFormat | null;
  /**
   * Returns false for key formats that need another dialect, by the provider's transport (see
   * findChatEndpoint).
   */
  readonly speaksWithKey?: (key: string) => boolean;
  /** Missing kinds are not offered by the provider. */
  readonly endpoints: Partial<Readonly<Record<CallKind, BuildUrl>>>;
  /** Chats in formats other than that of `endpoints`. */
  readonly chatEndpoints?: Partial<
    Readonly<Record<Exclude<UpstreamFormat, 'openai-chat'>, ChatEndpoint>>
  >;
  /**
   * How to make calls with keys that need more than a header, or for models that deviate; takes precedence
   * over `endpoints` and `chatEndpoints`. Returns undefined for other calls and keys.
   */
  readonly transport?: (call: TransportCall) => UpstreamTransport | undefined;
  /** Where to list a key's models, if `modelListUrl` and `auth` are not enough. */
  readonly modelListRequest?: (channel: ChannelAccount) => ModelListRequest | undefined;
  /** Calls other than chat in the provider's own formats; they take precedence over `endpoints`. */
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
  /** Formats in which the provider fetches no images by URL, so that the gateway has to. */
  readonly remoteSources?: Partial<Readonly<Record<UpstreamFormat, RemoteSources>>>;
  /** Files and batches of calls, in OpenAI's format; absent if the provider has neither. */
  readonly files?: FileEndpoint;
  /** How its chats in OpenAI's dialect deviate from OpenAI's. */
  readonly bodyRules?: BodyRules;
  /** Its URL may be any server's, and not every server supports max_completion_tokens. */
  readonly mayLackMaxCompletionTokens?: true;
  /** Members that every chat body needs, whatever the client sends. */
  readonly bodyMembers?: (target: UrlTarget) => Readonly<Record<string, unknown>>;
  /** Its reported usage is made up: tokens are estimated instead. */
  readonly reportsNoUsage?: boolean;
  /** Where the provider lists its models (see readModelList); null if it does not. */
  readonly modelListUrl: BuildUrl | null;
  /** Returns the headers with the credential, for `endpoints` and the model list. */
  readonly auth: (key: string, channel: AuthChannel) => Record<string, string>;
  /** Streams report usage if stream_options.include_usage requests it. */
  readonly supportsStreamOptions: boolean;
  /** Returns 4xx for any stream_options: they must be removed, including the client's own. */
  readonly refusesStreamOptions?: boolean;
  /** For policies that depend on the channel; takes precedence over the two above. */
  readonly streamOptionsPolicy?: (channel: UpstreamChannel) => StreamOptionsPolicy;
  /** The value stored for an empty `other`. */
  readonly otherDefault?: string;
  readonly fields: readonly ChannelFieldHint[];
  /** Translation key of the explanation of the key's format. */
  readonly keyHint: string;
  /** Absent if a key may be any text. */
  readonly keyForm?: KeyForm;
  /** For formats that the channel's settings may select and that need other keys. */
  readonly keyForms?: Partial<Readonly<Record<UpstreamFormat, KeyForm>>>;
  readonly balance: BalanceCall | null;
  /** Models offered when a channel is created; their prices are seeded. */
  readonly models: readonly string[];
}
