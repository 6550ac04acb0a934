import { createHmac, timingSafeEqual } from 'node:crypto'
import { changeSettings } from '#areas/settings/change-settings.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import { formPage, htmlReply } from '#http/html.ts'
import type { MakePage } from '#http/page.ts'
import { deleteWaitingEmailsOf } from '#store/waiting-email-notifications.ts'

const signature = (user: UserRecord) =>
  createHmac('sha256', user.apiKey).update(`unsubscribe ${user.id}`).digest('base64url')

/** The link that ends a user's e-mail notifications without signing in; it works until the API key changes. */
export const unsubscribeLink = (url: string, user: UserRecord) =>
  `${url}/unsubscribe/notifications/${user.id}/${signature(user)}`

function userOf(
  directory: OrganizationDirectory,
  { user: id, signature: given }: Readonly<Record<string, string>>,
): UserRecord | undefined {
  const user = directory.users.get(Number(id))
  if (!user) return undefined
  const [expected, actual] = [Buffer.from(signature(user)), Buffer.from(given ?? '')]
  return expected.length === actual.length && timingSafeEqual(expected, actual) ? user : undefined
}

const unknownLink = () =>
  htmlReply(404, 'This link is not valid', '<p>Sign in and change your notification settings instead.</p>')

const path = '/unsubscribe/notifications/:user/:signature'

/** Asks by one button, because programs that check mail for dangers open its links. */
export const unsubscribeFormPage: MakePage = (_services, organizationFor) => ({
  method: 'GET',
  path,
  async answer({ host, path: parts }) {
    const user = userOf(await organizationFor(host), parts)
    return user
      ? formPage({ title: 'E-mail notifications', submit: 'Stop these mails', fields: [] })
      : unknownLink()
  },
})

export const unsubscribeSubmitPage: MakePage = (services, organizationFor) => ({
  method: 'POST',
  path,
  async answer({ host, path: parts }) {
    const directory = await organizationFor(host)
    const user = userOf(directory, parts)
    if (!user) return unknownLink()
    await services.transact(directory.organization.id, async (tx) => {
      await deleteWaitingEmailsOf(tx, user.id)
      await changeSettings(tx, directory, user, {
        enable_offline_email_notifications: false,
        enable_stream_email_notifications: false,
        enable_followed_topic_email_notifications: false,
      })
    })
    return htmlReply(
      200,
      'No more mails',
      '<p>You get no more e-mail notifications. Your settings bring them back.</p>',
    )
  },
})
