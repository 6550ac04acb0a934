/** Limits of the API. They count Unicode code points unless their names say otherwise. */
export const limits = {
  maxMessageLength: 10_000,
  maxTopicLength: 60,
  maxChannelNameLength: 60,
  maxChannelDescriptionLength: 1024,
  maxFolderNameLength: 60,
  maxFolderDescriptionLength: 1024,
  maxGroupNameLength: 100,
  maxGroupDescriptionLength: 1024,
  /** The largest number of people that one call can subscribe and still tell each by a direct message. */
  maxBulkNewSubscriptionMessages: 250,
  /** Channels with fewer subscribers always list all of them. */
  partialSubscribersFrom: 250,
  maxFullNameLength: 100,
  maxDomainsWithoutPreviews: 2000,
  /** A bot's storage: all keys and values together. */
  maxBotStorageLength: 10_000_000,
  maxCommandsPerBot: 50,
  /** Words that a command takes. */
  maxCommandOptions: 10,
  maxCommandChoices: 25,
  /** Summary and usage of a command, and each of its choices. */
  maxCommandTextLength: 100,
  maxFeedsPerBot: 50,
  /** Code points of each part of a template for JSON. */
  maxTemplateLength: 10_000,
  maxTemplatesPerBot: 50,
  /** Code points of a template that is in the address. */
  maxInlineTemplateLength: 2_000,
  /** Buttons below a message. */
  maxButtons: 25,
  maxButtonTextLength: 200,
  maxAvatarFileSizeMib: 5,
  maxSavedSnippetTitleLength: 60,
  maxAlertWordLength: 100,
  /** Alert words of one user. */
  maxAlertWords: 1000,
  /** Longer than the limit of a message, because people shorten a draft before they send it. */
  maxDraftLength: 100_000,
  /** Drafts in one call. */
  maxDraftsPerCall: 1000,
  maxReminderNoteLength: 500,
  /** Without a second factor. */
  passwordMinLength: 12,
  passwordMaxLength: 100,
  /** The longest password accepted at sign-in. Directories hold longer ones than can be set here. */
  triedPasswordMaxLength: 256,
  /** An email address or user name at sign-in. */
  maxUsernameLength: 254,
  maxWelcomeMessageLength: 8000,
  maxIconFileSizeMib: 5,
  maxLogoFileSizeMib: 5,
  /** Bytes of a form without its files: all fields and the separators between them. */
  maxFormBytes: 1024 * 1024,
  /** The limit for endpoints that take much text in one call. */
  maxLongFormBytes: 8 * 1024 * 1024,
  /** The limit for calls without an account and for the forms of pages. */
  maxAnonymousFormBytes: 16 * 1024,
  maxCustomEmojiFileSizeMib: 5,
  /** The payload of an incoming webhook. */
  maxWebhookMib: 5,
  /** Seconds after which an unanswered poll gets a heartbeat. */
  heartbeatSeconds: 50,
  /** The timeout that clients should set for a poll, in seconds. */
  longPollTimeoutSeconds: 90,
  /** Seconds that a queue lives without being polled, unless the client asks for another time. */
  idleQueueSeconds: 600,
  /** The meaning of `idle_queue_timeout` "mobile", in seconds. */
  mobileIdleQueueSeconds: 12 * 3600,
  /** The longest time without polls that a client can ask for, in seconds. */
  maxIdleQueueSeconds: 7 * 24 * 3600,
  /**
   * Event queues of one user; each client has one. A new one beyond that ends the queue that was polled longest ago.
   */
  maxQueuesPerUser: 200,
  /** Events of an organization that a queue may miss. A queue that nobody polls ends when it has missed more. */
  maxMissedEvents: 100_000,
  /** The most unread messages that the registration response lists; it lists the newest. */
  maxUnreadMessages: 50_000,
  /** The most messages that one call fetches. */
  maxMessagesPerFetch: 5_000,
  /** The most messages whose flags one transaction changes, or that it deletes. */
  messagesPerBatch: 1_000,
  /** Channels and topics with more people are large: mentioning everybody there needs a permission. */
  wildcardMentionThreshold: 15,
  maxReportLength: 1_000,
  presencePingIntervalSeconds: 60,
  presenceOfflineThresholdSeconds: 140,
} as const

/** The API's number for "no message". It is larger than any id. `anchor` holds it if nothing is unread. */
export const largestMessageId = 10_000_000_000_000_000
