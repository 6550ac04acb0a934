import { hasLdapPassword } from '#areas/sign-in/has-ldap-password.ts'
import { knowsPassword } from '#areas/sign-in/knows-password.ts'
import { changeAddress } from '#areas/users/change-address.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { type FormField, formPage, htmlReply, type PageText, readBy, textReply } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { limitPage } from '#http/too-many.ts'
import { byAccount } from '#model/audit.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { deleteEmailChange, findEmailChange } from '#store/people/email-changes.ts'
import { findPasswordHash, updateUser } from '#store/people/users.ts'
import { refusalWording } from '#words/refusal-wording.ts'
import { worded } from '#words/words.ts'

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
        return await askForPassword(services, directory, wish, 'page.not-your-password')
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
      return readBy(
        wish.user,
        textReply(200, 'page.confirm.changed', worded('page.confirm.sign-in', { email })),
      )
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return (
        limitPage(error) ??
        readBy(wish.user, textReply(400, 'page.confirm.failed', refusalWording(error.message)))
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
  problem?: PageText,
): Promise<PageReply> {
  const isInDirectory = await hasLdapPassword(services, services.data.db, user.id)
  if (!isInDirectory && (await findPasswordHash(services.data.db, user.id)) === null)
    return readBy(
      user,
      htmlReply(409, 'page.confirm.password-first', (say) => {
        const link = { html: `<a href="/accounts/password/reset">${say('page.confirm.set-one')}</a>` }
        return `<p>${say('page.confirm.no-password', { link })}</p>`
      }),
    )
  const username: FormField = {
    name: 'username',
    label: 'page.directory-name',
    value: '',
    autocomplete: 'username',
  }
  const password: FormField = {
    name: 'password',
    label: 'page.password',
    type: 'password',
    value: '',
    autocomplete: 'current-password',
  }
  const form = formPage({
    title: 'page.confirm.title',
    intro: (say) => `<p>${say('page.confirm.ask', { email: newEmail, organization: organization.name })}</p>`,
    problem,
    submit: 'page.confirm.use',
    fields: isInDirectory ? [username, password] : [password],
  })
  return readBy(user, form)
}

const gone = (): PageReply => textReply(404, 'page.link-gone', 'page.confirm.gone')
