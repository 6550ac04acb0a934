/** The things that a message contains, beside its HTML. */
export interface Facts {
  /** Ids of the users that mentions notify, ascending. */
  readonly mentionedUserIds: readonly number[]
  /**
   * Ids of the users that mentions do not notify, ascending: silent mentions, mentions in a quote, and deactivated
   * users.
   */
  readonly silentlyMentionedUserIds: readonly number[]
  /** Ids of the groups whose members mentions notify, ascending. */
  readonly mentionedGroupIds: readonly number[]
  /** The text contains `@**all**`, `@**everyone**`, `@**channel**` or `@**stream**` outside of quotes. */
  readonly mentionsChannel: boolean
  /** The text contains `@**topic**` outside of quotes. */
  readonly mentionsTopic: boolean
  /** Ids of the users whose alert words the text contains, ascending. */
  readonly alertedUserIds: readonly number[]
  /** The message begins with `/me ` and has one paragraph. */
  readonly isMeMessage: boolean
  readonly hasLink: boolean
  readonly hasImage: boolean
  /** The text links an address below `/user_uploads/`. The caller has to find out if the file exists. */
  readonly hasAttachment: boolean
  /** Path ids (the part after `/user_uploads/`) of the uploads linked or shown, in order, without repetition. */
  readonly uploadPathIds: readonly string[]
  /**
   * Absolute http and https addresses linked outside of quotes that have no preview as pictures or films, in order,
   * without repetition: there may be pages to preview.
   */
  readonly pageUrls: readonly string[]
}

/** Collects the facts while a message is rendered. */
export class FactCollector {
  readonly mentionedUsers = new Set<number>()
  readonly silentlyMentionedUsers = new Set<number>()
  readonly mentionedGroups = new Set<number>()
  readonly uploads = new Set<string>()
  readonly pageUrls = new Set<string>()
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
      pageUrls: [...this.pageUrls],
    }
  }
}

function ascending(ids: Set<number>): number[] {
  return [...ids].toSorted((a, b) => a - b)
}
