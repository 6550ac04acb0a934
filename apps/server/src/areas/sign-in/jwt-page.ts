import { htmlOf, htmlReply } from '#http/html.ts'
import type { Page } from '#http/page.ts'
import { Refusal } from '#model/refusal.ts'
import { refusalWording } from '#words/refusal-wording.ts'
import { afterFirstStep } from './end-flow.ts'
import { signInByToken } from './sign-in-by-token.ts'

/** Signs a browser in that a service has sent with a JSON Web Token. The form of another site brings no cookie, and needs none. */
export const jwtSignInPage: Page = {
  method: 'POST',
  path: '/accounts/login/jwt/',
  limit: 'anonymous',
  async answer(context) {
    const { services, fields, address } = context
    const directory = await context.directory()
    try {
      if (directory.organization.deactivatedAt !== null)
        throw new Refusal('REALM_DEACTIVATED', 'It is closed.')
      const user = await signInByToken({ services, directory, address }, fields.token ?? '')
      return await afterFirstStep(context, directory, {
        user,
        next: '/',
        method: 'provider',
        stays: false,
        isApp: false,
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return htmlReply(
        403,
        'sign-in.not',
        (say, language) =>
          `<p role="alert">${htmlOf(refusalWording(error.message), language)}</p><p><a href="/login/">${say('sign-in.to-page')}</a></p>`,
      )
    }
  },
}
