import { pictureUrl } from '#areas/organization/picture-present.ts'
import type { Page } from '#http/page.ts'

/** Page with what a device shows of the client when somebody installs it: the organization's name and icon. */
export const manifestPage: Page = {
  method: 'GET',
  path: '/manifest.webmanifest',
  async answer(context) {
    const { organization } = await context.directory()
    const manifest = {
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      name: organization.name,
      short_name: organization.name,
      background_color: '#faf7f2',
      theme_color: '#faf7f2',
      icons: [
        { src: pictureUrl(organization, 'icon'), sizes: '200x200', type: 'image/png' },
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      ],
    }
    return {
      status: 200,
      headers: { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' },
      body: JSON.stringify(manifest),
    }
  },
}
