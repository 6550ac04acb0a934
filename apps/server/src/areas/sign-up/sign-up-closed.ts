import { whySignUpIsClosed } from '#areas/organization/sign-up-rules.ts'
import type { Config } from '#config/config.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { htmlReply, type SayHtml, textReply } from '#http/html.ts'
import { withNext } from '#http/local-path.ts'
import type { PageReply } from '#http/page.ts'
import { worded } from '#words/words.ts'

/** The way for whoever has an account already. */
export const signInLine = (say: SayHtml, next = '/'): string =>
  `<p>${say('page.register.has-account')} <a href="${withNext('/login/', next)}">${say('page.register.sign-in')}</a></p>`

/** The page that says why nobody can make an account of their own; undefined where people can. */
export function signUpClosed(
  config: Pick<Config, 'mail'>,
  { organization }: OrganizationDirectory,
): PageReply | undefined {
  const reason = whySignUpIsClosed(config, organization)
  if (reason === undefined) return undefined
  const { name } = organization
  if (reason === 'deactivated')
    return textReply(410, 'page.closed.title', worded('page.closed.text', { organization: name }))
  const [title, text] = closed[reason]
  return htmlReply(403, title, (say) => `<p>${say(text, { organization: name })}</p>\n${signInLine(say)}`)
}

const closed = {
  invitation: ['page.register.invitation', 'page.register.invitation-text'],
  mail: ['page.register.no-mail', 'page.register.no-mail-text'],
} as const
