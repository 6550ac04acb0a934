import { createHmac, timingSafeEqual } from 'node:crypto'
import type { UserSettings } from '@tagma/contract/settings/user-settings.ts'
import { changeUserSettings } from '#areas/settings/change-user-settings.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { escapeHtml, formPage, htmlReply } from '#http/html.ts'
import type { Page } from '#http/page.ts'
import type { UserRecord } from '#model/records.ts'
import { deleteWaitingEmailsOf } from '#store/notifying/waiting-email-notifications.ts'

/** Kinds of mail that a link can end, with their settings. */
const kinds = {
  notifications: {
    title: 'E-mail notifications',
    ends: {
      enable_offline_email_notifications: false,
      enable_stream_email_notifications: false,
      enable_followed_topic_email_notifications: false,
    },
  },
  logins: { title: 'Mails about logins', ends: { enable_login_emails: false } },
} as const satisfies Record<string, { title: string; ends: Partial<UserSettings> }>

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

const unknownLink = () =>
  htmlReply(404, 'This link is not valid', '<p>Sign in and change your notification settings instead.</p>')

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
    const { name } = directory.organization
    return formPage({
      title: kinds[link.kind].title,
      intro: `<p>${escapeHtml(name)} sends them to ${escapeHtml(link.user.deliveryEmail)}.</p>`,
      submit: 'Stop these mails',
      fields: [],
    })
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
    return htmlReply(
      200,
      'No more of these mails',
      `<p>${escapeHtml(directory.organization.name)} no longer sends them to ${escapeHtml(user.deliveryEmail)}. You can turn them on again in your settings.</p>`,
    )
  },
}
