import { hasLdapPassword } from '#areas/sign-in/has-ldap-password.ts'
import { knowsPassword } from '#areas/sign-in/knows-password.ts'
import { changeAddress } from '#areas/users/change-address.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { escapeHtml, type FormField, formPage, htmlReply } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { limitPage } from '#http/too-many.ts'
import { byAccount } from '#model/audit.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { deleteEmailChange, findEmailChange } from '#store/people/email-changes.ts'
import { findPasswordHash, updateUser } from '#store/people/users.ts'

const path = '/accounts/confirm_new_email/:token'

interface Wish {
  readonly user: UserRecord
  readonly newEmail: string
}

/**
 * Page that asks for the password before it changes the address. A holder of a stolen API key can get a link too, and
 * programs that check mail open links.
 */
export const confirmEmailPage: Page = {
  method: 'GET',
  path,
  limit: 'page',
  async answer(context) {
    const directory = await context.directory()
    const wish = await findWish(context, directory)
    return wish ? askForPassword(context.services, directory, wish) : gone()
  },
}

export const emailConfirmedPage: Page = {
  method: 'POST',
  path,
  limit: 'page',
  async answer(context) {
    const directory = await context.directory()
    const wish = await findWish(context, directory)
    if (!wish) return gone()
    const {
      services,
      path: { token = '' },
      fields,
      address,
    } = context
    const given = { username: fields.username ?? '', password: fields.password ?? '' }
    try {
      if (!(await knowsPassword({ services, directory, address }, wish.user, given)))
        return await askForPassword(services, directory, wish, 'This is not your password. Try again.')
      const email = await services.data.transact(
        directory.organization.id,
        async (tx) => {
          const change = await findEmailChange(tx.db, token, tx.now)
          const user = change && directory.users.get(change.userId)
          if (!change || !user?.isActive) return undefined
          await deleteEmailChange(tx, user.id)
          await changeAddress(tx, { directory, services }, user, { newEmail: change.newEmail, by: 'account' })
          await updateUser(tx, user.id, { email_confirmed_at: tx.now })
          return change.newEmail
        },
        { by: byAccount(wish.user, address) },
      )
      if (email === undefined) return gone()
      services.security.note('account.changed', {
        organization: directory.organization.id,
        actor: wish.user.id,
        address,
        target: wish.user.id,
        changed: ['email'],
      })
      return htmlReply(200, 'Your address is changed', '<p>From now on sign in as {email}.</p>', { email })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return (
        limitPage(error) ??
        htmlReply(400, 'Your address was not changed', '<p>{reason}</p>', { reason: error.message })
      )
    }
  },
}

async function findWish(
  { services, path: { token = '' }, now }: PageContext,
  directory: OrganizationDirectory,
): Promise<Wish | undefined> {
  const change = await findEmailChange(services.data.db, token, now)
  if (!change) return undefined
  const user = directory.users.get(change.userId)
  return user?.isActive ? { user, newEmail: change.newEmail } : undefined
}

async function askForPassword(
  services: Services,
  { organization }: OrganizationDirectory,
  { user, newEmail }: Wish,
  problem?: string,
): Promise<PageReply> {
  const isInDirectory = await hasLdapPassword(services, services.data.db, user.id)
  if (!isInDirectory && (await findPasswordHash(services.data.db, user.id)) === null)
    return htmlReply(
      409,
      'Set a password first',
      '<p>Your account has no password to prove that it is yours. <a href="/accounts/password/reset">Set one</a> with your current address, then change the address again.</p>',
    )
  const username: FormField = {
    name: 'username',
    label: 'Your user name in the directory of your organization',
    value: '',
    autocomplete: 'username',
  }
  const password: FormField = {
    name: 'password',
    label: 'Your password',
    type: 'password',
    value: '',
    autocomplete: 'current-password',
  }
  return formPage({
    title: 'Confirm your email address',
    intro: `<p>Use ${escapeHtml(newEmail)} in ${escapeHtml(organization.name)}?</p>`,
    problem,
    submit: 'Use this address',
    fields: isInDirectory ? [username, password] : [password],
  })
}

const gone = (): PageReply =>
  htmlReply(
    404,
    'This link no longer works',
    '<p>The link is too old, was used already or is incomplete. Change the address again to get a new one.</p>',
  )
