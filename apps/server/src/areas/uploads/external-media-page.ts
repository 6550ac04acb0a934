import { textReply } from '#http/html.ts'
import type { Page } from '#http/page.ts'

/** Page with pictures of other servers. Open to everybody, because clients load pictures without credentials. */
export const externalMediaPage: Page = {
  method: 'GET',
  path: '/external_content/:signature/:address',
  async answer({ services, directory, path, header, address }) {
    const { organization } = await directory()
    const { externalMedia } = services.outside
    const file = await externalMedia?.open(path.signature ?? '', path.address ?? '', header('range'), {
      organizationId: organization.id,
      address,
    })
    if (!file) return textReply(404, 'page.media.gone', 'page.media.not-given')
    return {
      status: file.status,
      headers: {
        ...file.headers,
        'content-type': file.contentType,
        'content-security-policy': `default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox`,
        'referrer-policy': 'no-referrer',
        'cache-control': 'public, max-age=86400',
      },
      body: file.body,
    }
  },
}
