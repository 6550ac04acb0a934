import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { insertAndDeleteMail, insertMail } from '#store/notifying/outgoing-mail.ts'
import { countSignUps, insertSignUp } from '#store/people/sign-ups.ts'
import type { Language } from '#words/words.ts'
import { hasAccountMail, signUpMail } from './sign-up-mail.ts'

/**
 * Mails to one address within a day. All their links work: whoever has used the number up for somebody else has filled no
 * mailbox, and kept nobody out.
 */
export const mailsPerDay = 3

/**
 * Mails a link that makes an account. An address that has one gets a mail that says so, after the same work, so that the
 * time does not tell who has an account. `language` is that of the browser.
 */
export async function askToSignUp(
  services: Services,
  directory: OrganizationDirectory,
  { email, next, language }: { readonly email: string; readonly next: string; readonly language: Language },
): Promise<void> {
  const { config, data, time } = services
  const { organization } = directory
  const user = directory.userByEmail(email)
  const to = user?.deliveryEmail ?? email
  const token = time.random.token(32)
  const parts = { config, organization }
  const mail = user ? hasAccountMail(parts, user, { next }) : signUpMail(parts, { to, token, language })
  await data.transact(organization.id, async (tx) => {
    const key = to.toLowerCase()
    if ((await countSignUps(tx, key)) >= mailsPerDay) return
    // For an address with an account too, which counts its mails; nobody ever sees the token of that row.
    await insertSignUp(tx, token, { email: key, next })
    // Nobody reads the mail of a bot.
    await (user && user.botType !== null ? insertAndDeleteMail(tx, mail) : insertMail(tx, mail))
  })
}
