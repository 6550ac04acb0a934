import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '#http/page.ts'

// Headers that keep a picture from running as a program, whatever it contains.
const headers = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': `default-src 'none'; sandbox`,
  'cross-origin-resource-policy': 'cross-origin',
}

const missing = {
  status: 404,
  headers: { 'content-type': 'text/plain' },
  body: 'There is no such picture.',
} as const

/** Page with uploaded icons and logos. Open to everybody who knows the address: sign-in pages show them. */
export const uploadedPicturePage: Page = {
  method: 'GET',
  path: '/user_avatars/:organization/realm/:file',
  async answer({ services, path: { organization = '', file = '' } }) {
    const { blobs } = services.outside
    if (!/^\d+$/.test(organization) || !/^[a-z_]+-\d+\.png$/.test(file)) return missing
    const key = `${organization}/realm/${file}`
    const size = await blobs.size(key)
    if (size === undefined) return missing
    return { status: 200, headers: { ...headers, 'content-length': String(size) }, body: blobs.open(key) }
  },
}

/** Page with the pictures of organizations that have not uploaded any. */
export const builtInPicturePage: Page = {
  method: 'GET',
  path: '/static/organization/:file',
  async answer({ path: { file } }) {
    if (file !== 'icon.png' && file !== 'logo.png') return missing
    const body = await readFile(join(import.meta.dirname, file))
    return { status: 200, headers: { ...headers, 'cache-control': 'public, max-age=86400' }, body }
  },
}
