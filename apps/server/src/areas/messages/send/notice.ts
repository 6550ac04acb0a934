import { escapeLiteral } from '@tagma/markdown/html.ts'
import type { Rendered } from '@tagma/markdown/render.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { systemBotEmail, systemBots } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'

// What the notification bot says inside a transaction, where nothing is rendered: it is put together from names alone,
// with its HTML.

export interface Notice {
  readonly content: string
  readonly rendered: Rendered
}

/** A part of a notice. */
export interface Piece {
  readonly text: string
  readonly html: string
}

/** Somebody, mentioned silently. */
export const person = (user: UserRecord): Piece => ({
  text: `@_**${user.fullName}|${user.id}**`,
  html: `<span class="user-mention silent" data-user-id="${user.id}">${escapeLiteral(user.fullName)}</span>`,
})

/** A notice about what somebody did. */
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
        urls: [],
      },
    },
  }
}

/** The bot that says it. */
export const notifier = (directory: OrganizationDirectory) =>
  directory.userByEmail(systemBotEmail(systemBots.notification.key))
