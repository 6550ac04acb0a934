import { isEmailAddress } from '#areas/accounts/create-account.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import { registerPath } from '#areas/organization/sign-up-rules.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { bold, formPage, goTo, htmlReply, type PageText } from '#http/html.ts'
import { localPath, withNext } from '#http/local-path.ts'
import { pageLanguage } from '#http/page-language.ts'
import type { Page, PageReply } from '#http/page.ts'
import { refusalWording } from '#words/refusal-wording.ts'
import { worded } from '#words/words.ts'
import { askToSignUp, mailsPerDay } from './ask-to-sign-up.ts'
import { signInLine, signUpClosed } from './sign-up-closed.ts'

/** Page that asks for the address of somebody who wants an account of their own. */
export const registerFormPage: Page = {
  method: 'GET',
  path: registerPath,
  limit: 'page',
  async answer(context) {
    const { services, fields } = context
    const directory = await context.directory()
    const next = localPath(fields.next)
    const closed = signUpClosed(services.config, directory)
    if (closed) return closed
    if (await context.session()) return goTo(next)
    return askForAddress(directory, { next })
  },
}

export const registerSubmitPage: Page = {
  method: 'POST',
  path: registerPath,
  limit: 'page',
  isOwnForm: true,
  async answer(context) {
    const { services, fields, tooMany } = context
    const refused = tooMany('sign_up')
    if (refused) return refused
    const directory = await context.directory()
    const closed = signUpClosed(services.config, directory)
    if (closed) return closed
    const next = localPath(fields.next)
    const email = (fields.email ?? '').trim()
    const again = (problem: PageText) => askForAddress(directory, { next, email, problem })
    if (!isEmailAddress(email)) return again('page.invalid-address')
    const problem = emailDomainProblem(directory.organization, email)
    if (problem !== undefined) return again(refusalWording(problem))
    const limited = tooMany('send_mail', `to ${email.toLowerCase()}`)
    if (limited) return limited
    // Asked for every address: it takes a question to the database.
    const language = await pageLanguage(context, { status: 200 })
    await askToSignUp(services, directory, { email, next, language })
    // The same answer for everybody, so that nobody learns who has an account.
    const facts = { email: bold(email), organization: directory.organization.name }
    return htmlReply(
      200,
      'page.check-mail',
      (say) => `<p>${say('page.register.sent', facts)}</p>
<p>${say('page.register.waiting', { count: mailsPerDay })}</p>
<p><a href="${withNext(registerPath, next)}">${say('page.register.other-address')}</a></p>`,
    )
  },
}

function askForAddress(
  { organization }: OrganizationDirectory,
  values: { readonly next: string; readonly email?: string; readonly problem?: PageText },
): PageReply {
  const { name, settings, domains } = organization
  const names = domains.map(({ domain }) => domain)
  const isRestricted = settings.emails_restricted_to_domains && names.length > 0
  return formPage({
    title: worded('page.register.title', { organization: name }),
    intro: (say) => `<p>${say('page.register.about')}</p>`,
    problem: values.problem,
    submit: 'page.send-link',
    fields: [
      {
        name: 'email',
        label: 'page.email',
        type: 'email',
        value: values.email ?? '',
        autocomplete: 'email',
        ...(isRestricted && { hint: worded('page.register.domains', { domains: names.join(', ') }) }),
      },
    ],
    below: (say) => signInLine(say, values.next),
  })
}
