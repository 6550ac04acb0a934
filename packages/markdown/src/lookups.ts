import type { AlertWords } from './alert-words.ts'
import type { Linkifiers } from './linkifier.ts'

/** A user that a mention may name. `active: false` makes every mention of the user silent. */
export interface MentionableUser {
  readonly id: number
  readonly name: string
  readonly active: boolean
}

/**
 * A user group that a mention may name. `name` is the name that people type (`role:administrators` for a system group),
 * `label` the name that is shown (`Administrators`); for ordinary groups both are equal. `active: false` (deactivated)
 * makes every mention silent.
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

/** A topic that a message links to, with the newest message in it that the sender can read, if any. */
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

/** The title, description and picture that a web page gives of itself. */
export interface LinkedPage {
  /** As the message links it. */
  readonly url: string
  /** Empty if the page has none. */
  readonly title: string
  readonly description: string
  /** Address of a picture on the page's server or another one. */
  readonly image: string
}

/**
 * An uploaded file that a message shows. `thumbnail` is null until the picture has been scaled: the placeholder is
 * shown.
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
    /** Address of the default thumbnail, or null until it exists. */
    readonly thumbnailUrl: string | null
    /** Name of the large thumbnail to show if many clients cannot show the original's format, otherwise null. */
    readonly transcoded: string | null
  } | null
}

/**
 * Everything that `render` needs from outside: the answers to the questions of `scan`, and the organization's options.
 * Lists may be empty or longer than needed. A name that is not listed stays text. If two users have the same name, it
 * means the first in the list.
 */
export interface Lookups {
  readonly users: readonly MentionableUser[]
  readonly groups: readonly MentionableGroup[]
  readonly channels: readonly LinkableChannel[]
  readonly topics: readonly LinkedTopic[]
  readonly emoji: readonly CustomEmoji[]
  readonly media: readonly UploadedMedia[]
  /** Pages whose links get previews. */
  readonly pages: readonly LinkedPage[]
  /** The organization's linkifiers, compiled once by `compileLinkifiers`, or null. */
  readonly linkifiers: Linkifiers | null
  /** The alert words of the possible recipients, compiled once by `compileAlertWords`, or null. */
  readonly alertWords: AlertWords | null
  readonly options: RenderOptions
}

export interface RenderOptions {
  /** Root address of the organization, without a slash at its end. Links to it become relative. */
  readonly organizationUrl: string
  /** Whether `:)` becomes an emoji: the sender's `translate_emoticons`. */
  readonly translateEmoticons: boolean
  /** Whether links to pictures and videos get previews: the organization's `inline_image_preview`. */
  readonly imagePreviews: boolean
  /**
   * Returns the address from which clients load a picture or video that is not an upload, given its own address. Null:
   * such links get no preview. A server that fetches pictures for its clients returns an address of its own.
   */
  readonly externalMediaUrl: ((address: string) => string) | null
  /** The name to show for the empty topic: `realm_empty_topic_display_name`. */
  readonly emptyTopicName: string
  /** The language of fenced code that names none: the organization's `default_code_block_language`, or "". */
  readonly defaultCodeLanguage: string
}

/** Lookups without answers, for text that cannot refer to anybody, and as a base in tests. */
export const noLookups: Lookups = {
  users: [],
  groups: [],
  channels: [],
  topics: [],
  emoji: [],
  media: [],
  pages: [],
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
