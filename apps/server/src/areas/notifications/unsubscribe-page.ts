import { createHmac, timingSafeEqual } from 'node:crypto'
import type { UserSettings } from '@tagma/contract/settings/user-settings.ts'
import { changeUserSettings } from '#areas/settings/change-user-settings.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { formPage, readBy, textReply } from '#http/html.ts'
import type { Page } from '#http/page.ts'
import type { UserRecord } from '#model/records.ts'
import { deleteWaitingEmailsOf } from '#store/notifying/waiting-email-notifications.ts'
import { worded, type WordId } from '#words/words.ts'

/** Kinds of mail that a link can end, with their settings. */
const kinds = {
  notifications: {
    title: 'page.unsubscribe.notifications',
    ends: {
      enable_offline_email_notifications: false,
      enable_stream_email_notifications: false,
      enable_followed_topic_email_notifications: false,
    },
  },
  logins: { title: 'page.unsubscribe.logins', ends: { enable_login_emails: false } },
} as const satisfies Record<string, { title: WordId; ends: Partial<UserSettings> }>

export type MailKind = keyof typeof kinds

const signature = (user: UserRecord, kind: string) =>
  createHmac('sha256', user.apiKey).update(`unsubscribe ${kind} ${user.id}`).digest('base64url')

/** Link that ends a kind of a user's mail without signing in. It works until the API key changes. */
export const unsubscribeLink = (url: string, user: UserRecord, kind: MailKind) =>
  `${url}/unsubscribe/${kind}/${user.id}/${signature(user, kind)}`

function linkOf(
  directory: OrganizationDirectory,
  { kind = '', user: id, signature: given }: Readonly<Record<string, string>>,
): { user: UserRecord; kind: MailKind } | undefined {
  const user = directory.users.get(Number(id))
  if (!user || !Object.hasOwn(kinds, kind)) return undefined
  const [expected, actual] = [Buffer.from(signature(user, kind)), Buffer.from(given ?? '')]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
    ? { user, kind: kind as MailKind }
    : undefined
}

const unknownLink = () => textReply(404, 'page.unsubscribe.unknown', 'page.unsubscribe.instead')

const path = '/unsubscribe/:kind/:user/:signature'

/** Page with one button. A button is needed because programs that check mail for dangers open its links. */
export const unsubscribeFormPage: Page = {
  method: 'GET',
  path,
  limit: 'page',
  async answer(context) {
    const directory = await context.directory()
    const link = linkOf(directory, context.path)
    if (!link) return unknownLink()
    const { user, kind } = link
    const form = formPage({
      title: kinds[kind].title,
      intro: (say) =>
        `<p>${say('page.unsubscribe.who', { organization: directory.organization.name, email: user.deliveryEmail })}</p>`,
      submit: 'page.unsubscribe.stop',
      fields: [],
    })
    return readBy(user, form)
  },
}

/**
 * Page for the button, and for mail programs that unsubscribe by themselves (RFC 8058): no cookie, no login, no
 * questions.
 */
export const unsubscribeSubmitPage: Page = {
  method: 'POST',
  path,
  limit: 'page',
  async answer(context) {
    const directory = await context.directory()
    const link = linkOf(directory, context.path)
    if (!link) return unknownLink()
    const { user, kind } = link
    await context.services.data.transact(directory.organization.id, async (tx) => {
      if (kind === 'notifications') await deleteWaitingEmailsOf(tx, user.id)
      await changeUserSettings(tx, directory, directory.users.get(user.id) ?? user, kinds[kind].ends)
    })
    const facts = { organization: directory.organization.name, email: user.deliveryEmail }
    return readBy(user, textReply(200, 'page.unsubscribe.done', worded('page.unsubscribe.again', facts)))
  },
}
