import type { AlertWords } from './alert-words.ts'
import type { Linkifiers } from './linkifier.ts'

/** A user that a mention may name. `active: false` makes every mention of them silent. */
export interface MentionableUser {
  readonly id: number
  readonly name: string
  readonly active: boolean
}

/**
 * A user group that a mention may name. `name` is what people type (`role:administrators` for a system group),
 * `label` what is shown (`Administrators`); for ordinary groups both are the same.
 * `active: false` (deactivated) makes every mention of it silent.
 */
export interface MentionableGroup {
  readonly id: number
  readonly name: string
  readonly label: string
  readonly active: boolean
}

/** A channel that the sender may link to. */
export interface LinkableChannel {
  readonly id: number
  readonly name: string
}

/** A topic that a message links to, with the newest message in it that the sender can read, if there is one. */
export interface LinkedTopic {
  readonly channelId: number
  readonly topic: string
  readonly latestMessageId: number
}

/** An active custom emoji. `url` is the address of its picture. */
export interface CustomEmoji {
  readonly name: string
  readonly url: string
}

/**
 * What is known of an uploaded file that a message shows.
 * `thumbnail` is null while the picture has not been scaled yet; the placeholder is shown then.
 */
export interface UploadedMedia {
  /** The part of its address after `/user_uploads/`. */
  readonly pathId: string
  readonly contentType: string
  readonly image: {
    /** In pixels, after rotation. */
    readonly width: number
    readonly height: number
    readonly animated: boolean
    /** Address of the default thumbnail, or null while there is none. */
    readonly thumbnailUrl: string | null
    /** Name of the large thumbnail to show where the original's format is not widely supported, else null. */
    readonly transcoded: string | null
  } | null
}

/**
 * Everything `render` needs from outside: the answers to what `scan` found, and how this organization renders.
 * Every list may be longer than needed or empty; a name that is not in it stays plain text.
 * Where two users have one name, the first in the list is meant.
 */
export interface Lookups {
  readonly users: readonly MentionableUser[]
  readonly groups: readonly MentionableGroup[]
  readonly channels: readonly LinkableChannel[]
  readonly topics: readonly LinkedTopic[]
  readonly emoji: readonly CustomEmoji[]
  readonly media: readonly UploadedMedia[]
  /** The organization's linkifiers, compiled once by `compileLinkifiers`; null for none. */
  readonly linkifiers: Linkifiers | null
  /** The alert words of those who may receive the message, compiled once by `compileAlertWords`; null for none. */
  readonly alertWords: AlertWords | null
  readonly options: RenderOptions
}

export interface RenderOptions {
  /** Root address of the organization without a slash at its end; links to it become relative. */
  readonly organizationUrl: string
  /** Turn `:)` into an emoji: the sender's `translate_emoticons`. */
  readonly translateEmoticons: boolean
  /** Add previews to links to pictures and videos: the organization's `inline_image_preview`. */
  readonly imagePreviews: boolean
  /**
   * The address from which clients load a picture or video that is not an upload, given its own address; null to show
   * such links without preview. A server that fetches them for its clients gives an address of its own.
   */
  readonly externalMediaUrl: ((address: string) => string) | null
  /** What the empty topic is called: `realm_empty_topic_display_name`. */
  readonly emptyTopicName: string
  /** The language of fenced code without one: the organization's `default_code_block_language`, or "". */
  readonly defaultCodeLanguage: string
}

/** Lookups that answer nothing, for text that can't refer to anybody and as a base in tests. */
export const noLookups: Lookups = {
  users: [],
  groups: [],
  channels: [],
  topics: [],
  emoji: [],
  media: [],
  linkifiers: null,
  alertWords: null,
  options: {
    organizationUrl: '',
    translateEmoticons: false,
    imagePreviews: true,
    externalMediaUrl: null,
    emptyTopicName: 'general chat',
    defaultCodeLanguage: '',
  },
}
