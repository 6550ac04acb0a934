import { goTo } from '#http/html.ts'
import type { Page } from '#http/page.ts'
import { appPad, wrongPad } from './app-pad.ts'
import { desktopStart, isDesktopApp } from './desktop-page.ts'
import { flowCookie, handleLength } from './flow-secrets.ts'

/**
 * The sign-in page, for apps: passwords of LDAP, second factors and whatever comes to it hold in apps that know none of
 * it. The app's pad lies in the browser's cookie until the end.
 */
export const browserSignInPage: Page = {
  method: 'GET',
  path: '/accounts/login/social/tagma',
  limit: 'anonymous',
  async answer(context) {
    const { services, headers, fields } = context
    await context.directory()
    const otp = appPad(fields)
    if (otp === 'wrong') return wrongPad()
    if (otp === undefined) return isDesktopApp(headers) ? desktopStart() : goTo('/login/')
    const handle = services.time.random.token(handleLength)
    return goTo('/login/?app=on', { 'set-cookie': flowCookie(headers, services.config, { handle, otp }) })
  },
}

export const browserSignUpPage: Page = { ...browserSignInPage, path: '/accounts/register/social/tagma' }
