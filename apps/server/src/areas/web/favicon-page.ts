import { pictureUrl } from '#areas/organization/picture-present.ts'
import type { Page, PageReply } from '#http/page.ts'

const mark = `<style>rect{fill:#1f1b18}path{fill:#c2481c}@media(prefers-color-scheme:dark){rect{fill:#f4eee6}path{fill:#f2885a}}</style><rect x="2" y="3" width="8" height="8" rx="2"/><rect x="12" y="3" width="8" height="8" rx="2"/><rect x="22" y="3" width="8" height="8" rx="2"/><rect x="12" y="13" width="8" height="8" rx="2"/><path d="M14 23h4a2 2 0 0 1 2 2v6l-3.2-2H14a2 2 0 0 1-2-2v-2a2 2 0 0 1 2-2z"/>`

const icon = (dot: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mark}${dot && `<circle cx="25" cy="24" r="7" fill="${dot}"/>`}</svg>\n`

const icons: Readonly<Record<string, string>> = {
  '.ico': icon(''),
  '.svg': icon(''),
  '-unread.svg': icon('#1d7fd1'),
  '-pms.svg': icon('#d92d20'),
}

/**
 * Page with the icon of the client's tab: plain, with a dot for unread messages, or with a red one for unread direct
 * messages. The desktop app reads from the address which of them it is.
 */
export const faviconPage: Page = {
  method: 'GET',
  path: '/favicon:variant',
  async answer({ path: { variant = '' } }): Promise<PageReply> {
    const body = Object.hasOwn(icons, variant) ? icons[variant] : undefined
    if (body === undefined)
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'There is no such icon.' }
    return {
      status: 200,
      headers: {
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=86400',
        'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; sandbox`,
      },
      body,
    }
  },
}

/** Page with the organization's icon where phones look for it. */
export const touchIconPage: Page = {
  method: 'GET',
  path: '/apple-touch-icon.png',
  async answer(context) {
    const { organization } = await context.directory()
    return {
      status: 302,
      headers: { location: pictureUrl(organization, 'icon'), 'cache-control': 'no-cache' },
      body: '',
    }
  },
}
