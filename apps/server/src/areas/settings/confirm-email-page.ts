import { changeEmail } from '#areas/users/change-email.ts'
import { escapeHtml, formPage, htmlReply } from '#http/html.ts'
import type { MakePage, PageReply } from '#http/page.ts'
import { Refusal } from '#server/refusal.ts'
import { deleteEmailChange, findEmailChange } from '#store/email-changes.ts'

const path = '/accounts/confirm_new_email/:token'

const gone = (): PageReply =>
  htmlReply(
    404,
    'This link is used up',
    '<p>The link is too old, was used already or is not complete. Change the address once more to get a new one.</p>',
  )

/** Asks before changing anything: programs that look at mail open links too. */
export const confirmEmailPage: MakePage = (services, organizationFor) => ({
  method: 'GET',
  path,
  async answer({ host, path: { token = '' } }) {
    const directory = await organizationFor(host)
    const now = Math.floor(services.clock.now() / 1000)
    const change = await findEmailChange(services.db, token, now)
    if (!change || !directory.users.get(change.userId)?.isActive) return gone()
    return formPage({
      title: 'Confirm your email address',
      intro: `<p>Use ${escapeHtml(change.newEmail)} in ${escapeHtml(directory.organization.name)}?</p>`,
      submit: 'Use this address',
      fields: [],
    })
  },
})

export const emailConfirmedPage: MakePage = (services, organizationFor) => ({
  method: 'POST',
  path,
  async answer({ host, path: { token = '' } }) {
    const directory = await organizationFor(host)
    try {
      const email = await services.transact(directory.organization.id, async (tx) => {
        const change = await findEmailChange(tx.db, token, tx.now)
        const user = change && directory.users.get(change.userId)
        if (!change || !user?.isActive) return undefined
        await deleteEmailChange(tx, user.id)
        await changeEmail(tx, directory, user, change.newEmail)
        return change.newEmail
      })
      return email === undefined
        ? gone()
        : htmlReply(200, 'Your address is changed', '<p>From now on sign in as {email}.</p>', { email })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return htmlReply(400, 'Your address was not changed', '<p>{reason}</p>', { reason: error.message })
    }
  },
})
