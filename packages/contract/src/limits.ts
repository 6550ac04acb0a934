/** Limits of the API, counted in Unicode code points unless their names say otherwise. */
export const limits = {
  maxMessageLength: 10_000,
  maxTopicLength: 60,
  maxChannelNameLength: 60,
  maxChannelDescriptionLength: 1024,
  maxFolderNameLength: 60,
  maxFolderDescriptionLength: 1024,
  maxGroupNameLength: 100,
  maxGroupDescriptionLength: 1024,
  /** People whom one call may subscribe for each of them to be told by a direct message. */
  maxBulkNewSubscriptionMessages: 250,
  /** Channels with fewer subscribers always come with all of them. */
  partialSubscribersFrom: 250,
  maxFullNameLength: 100,
  /** What a bot can keep on the server, keys and values together. */
  maxBotStorageLength: 10_000_000,
  maxAvatarFileSizeMib: 5,
  maxSavedSnippetTitleLength: 60,
  maxAlertWordLength: 100,
  /** Alert words of one user. */
  maxAlertWords: 1000,
  /** A draft may be longer than a message: people shorten it before they send it. */
  maxDraftLength: 100_000,
  /** Drafts in one call. */
  maxDraftsPerCall: 1000,
  maxReminderNoteLength: 500,
  /** Without a second factor. */
  passwordMinLength: 12,
  passwordMaxLength: 100,
  /** The longest password that can be tried: directories keep longer ones than are set here. */
  triedPasswordMaxLength: 256,
  /** An email address, or what stands for one where people sign in. */
  maxUsernameLength: 254,
  maxWelcomeMessageLength: 8000,
  maxIconFileSizeMib: 5,
  maxLogoFileSizeMib: 5,
  /** Bytes of a form without its files, all fields and what stands between them. */
  maxFormBytes: 1024 * 1024,
  /** The same where an endpoint takes much text in one call. */
  maxLongFormBytes: 8 * 1024 * 1024,
  /** The same for a call without an account, and for the form of a page. */
  maxAnonymousFormBytes: 16 * 1024,
  maxCustomEmojiFileSizeMib: 5,
  /** Seconds after which an unanswered poll gets a heartbeat. */
  heartbeatSeconds: 50,
  /** What clients should use as the timeout of their poll, in seconds. */
  longPollTimeoutSeconds: 90,
  /** Seconds that a queue lives without being polled, when the client asked for nothing else. */
  idleQueueSeconds: 600,
  /** What `idle_queue_timeout` "mobile" means, in seconds. */
  mobileIdleQueueSeconds: 12 * 3600,
  /** The longest time without polls that a client may ask for, in seconds. */
  maxIdleQueueSeconds: 7 * 24 * 3600,
  /** Event queues of one user, each of which is a client; of more, the one that was polled longest ago ends. */
  maxQueuesPerUser: 200,
  /** Events of an organization that a queue may have missed; one that nobody polls ends when there are more. */
  maxMissedEvents: 100_000,
  /** Unread messages that the registration response lists at most, the newest ones. */
  maxUnreadMessages: 50_000,
  /** Messages that one call fetches at most. */
  maxMessagesPerFetch: 5_000,
  /** Messages that one call changes the flags of, or deletes, in one transaction at most. */
  messagesPerBatch: 1_000,
  /** Channels and topics with more people than this are large: mentioning everybody there takes a permission. */
  wildcardMentionThreshold: 15,
  maxReportLength: 1_000,
  presencePingIntervalSeconds: 60,
  presenceOfflineThresholdSeconds: 140,
} as const

/** The API's stand-in for "no message", larger than any id; `anchor` holds it where nothing is unread. */
export const largestMessageId = 10_000_000_000_000_000
