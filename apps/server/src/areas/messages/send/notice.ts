import { escapeLiteral } from '@tagma/markdown/html.ts'
import type { Rendered } from '@tagma/markdown/render.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { systemBotEmail, systemBots } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'

// Notices of the notification bot, made inside a transaction. A transaction never renders, so they are built from names
// as Markdown and HTML together.

export interface Notice {
  readonly content: string
  readonly rendered: Rendered
}

/** A part of a notice. */
export interface Piece {
  readonly text: string
  readonly html: string
}

/** Mentions a user silently. */
export const person = (user: UserRecord): Piece => ({
  text: `@_**${user.fullName}|${user.id}**`,
  html: `<span class="user-mention silent" data-user-id="${user.id}">${escapeLiteral(user.fullName)}</span>`,
})

/** Makes a notice about an act of a user. */
export function say(actor: UserRecord, content: string, html: string): Notice {
  return {
    content,
    rendered: {
      html,
      widget: null,
      facts: {
        mentionedUserIds: [],
        silentlyMentionedUserIds: [actor.id],
        mentionedGroupIds: [],
        mentionsChannel: false,
        mentionsTopic: false,
        alertedUserIds: [],
        isMeMessage: false,
        hasLink: false,
        hasImage: false,
        hasAttachment: false,
        uploadPathIds: [],
        pageUrls: [],
      },
    },
  }
}

/** The notification bot. */
export const notifier = (directory: OrganizationDirectory) =>
  directory.userByEmail(systemBotEmail(systemBots.notification.key))
