/** What a message turned out to contain, beside its HTML. */
export interface Facts {
  /** Ids of users mentioned so that they are notified, ascending. */
  readonly mentionedUserIds: readonly number[]
  /** Ids of users mentioned silently, in a quote or although deactivated, ascending. */
  readonly silentlyMentionedUserIds: readonly number[]
  /** Ids of groups mentioned so that their members are notified, ascending. */
  readonly mentionedGroupIds: readonly number[]
  /** `@**all**`, `@**everyone**`, `@**channel**` or `@**stream**` stands in the text, not in a quote. */
  readonly mentionsChannel: boolean
  /** `@**topic**` stands in the text, not in a quote. */
  readonly mentionsTopic: boolean
  /** Ids of users whose alert words stand in the text, ascending. */
  readonly alertedUserIds: readonly number[]
  /** The message begins with `/me ` and has one paragraph. */
  readonly isMeMessage: boolean
  readonly hasLink: boolean
  readonly hasImage: boolean
  /** The text links at least one address below `/user_uploads/`; whether the file exists is for the caller to see. */
  readonly hasAttachment: boolean
  /** Path ids (the part after `/user_uploads/`) of the uploads linked or shown, in order, each once. */
  readonly uploadPathIds: readonly string[]
  /** Absolute http and https addresses linked, in order, each once: candidates for previews of web pages. */
  readonly urls: readonly string[]
}

/** Collects the facts while a message is rendered. */
export class FactCollector {
  readonly mentionedUsers = new Set<number>()
  readonly silentlyMentionedUsers = new Set<number>()
  readonly mentionedGroups = new Set<number>()
  readonly uploads = new Set<string>()
  readonly urls = new Set<string>()
  mentionsChannel = false
  mentionsTopic = false
  hasLink = false
  hasImage = false

  facts(rest: Pick<Facts, 'alertedUserIds' | 'isMeMessage'>): Facts {
    return {
      mentionedUserIds: ascending(this.mentionedUsers),
      silentlyMentionedUserIds: ascending(this.silentlyMentionedUsers),
      mentionedGroupIds: ascending(this.mentionedGroups),
      mentionsChannel: this.mentionsChannel,
      mentionsTopic: this.mentionsTopic,
      alertedUserIds: rest.alertedUserIds,
      isMeMessage: rest.isMeMessage,
      hasLink: this.hasLink,
      hasImage: this.hasImage,
      hasAttachment: this.uploads.size > 0,
      uploadPathIds: [...this.uploads],
      urls: [...this.urls],
    }
  }
}

function ascending(ids: Set<number>): number[] {
  return [...ids].toSorted((a, b) => a - b)
}
