import { organizationUrl } from '#directory/organization-url.ts'
import { goTo, textReply } from '#http/html.ts'
import type { Page } from '#http/page.ts'

/** Page that leads to a page of the guide on the server's website: clients link to it without knowing where that is. */
export const guidePage: Page = {
  method: 'GET',
  path: '/help/:page',
  limit: 'anonymous',
  async answer({ path: { page = '' }, services, directory }) {
    const { organization } = await directory()
    const { siteUrl, sitePort } = services.config
    const isName = /^[a-z-]+$/.test(page)
    if (!isName || (siteUrl === undefined && sitePort === 0))
      return textReply(404, 'page.guide.none', isName ? 'page.guide.elsewhere' : 'page.guide.no-page')
    return goTo(
      `${siteUrl ?? besideServer(organizationUrl(services.config, organization), sitePort)}/tag/${page}`,
    )
  },
}

/** Returns the address of a website on a port of its own, beside the server. */
function besideServer(address: string, port: number): string {
  const url = new URL(address)
  // The website speaks no TLS by itself; whoever puts a proxy before it says its address.
  url.protocol = 'http:'
  url.port = String(port)
  return url.origin
}
