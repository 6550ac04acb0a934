import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extraEmoji } from '@tagma/markdown/emoji-names.ts'
import { loadingPictureUrl } from '@tagma/markdown/preview.ts'
import type { Uses } from '#call/services.ts'
import type { Page, PageReply } from '#http/page.ts'

// Headers that keep a picture from running as a program, whatever it contains.
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; sandbox`,
  'cross-origin-resource-policy': 'cross-origin',
}

const types: Readonly<Record<string, string>> = { png: 'image/png', gif: 'image/gif' }

async function picture(
  { outside: { blobs } }: Uses<'blobs'>,
  folder: string,
  file: string,
): Promise<PageReply> {
  const type = types[/^[a-z0-9]+\.([a-z]+)$/.exec(file)?.[1] ?? '']
  const key = `${folder}/${file}`
  const size = type !== undefined && /^\d+\//.test(folder) ? await blobs.size(key) : undefined
  if (type === undefined || size === undefined) {
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'There is no such picture.' }
  }
  return {
    status: 200,
    headers: { ...headers, 'content-type': type, 'content-length': String(size) },
    body: blobs.open(key),
  }
}

/** Page with pictures of custom emoji. Open to everybody who knows the address: mails and notifications show them. */
export const emojiPicturePage: Page = {
  method: 'GET',
  path: '/user_avatars/:organization/emoji/images/:file',
  answer: ({ services, path }) => picture(services, `${path.organization}/emoji/images`, path.file ?? ''),
}

export const emojiStillPage: Page = {
  method: 'GET',
  path: '/user_avatars/:organization/emoji/images/still/:file',
  answer: ({ services, path }) =>
    picture(services, `${path.organization}/emoji/images/still`, path.file ?? ''),
}

/** Page with the picture of the built-in extra emoji, at the address that clients know. */
export const extraEmojiPage: Page = {
  method: 'GET',
  path: extraEmoji.url,
  answer: async () => ({
    status: 200,
    headers: { ...headers, 'content-type': 'image/png' },
    body: await readFile(join(import.meta.dirname, 'extra-emoji.png')),
  }),
}

/** Page with the placeholder for a picture that is being made. */
export const loadingPicturePage: Page = {
  method: 'GET',
  path: loadingPictureUrl,
  answer: async () => ({
    status: 200,
    headers: { ...headers, 'content-type': 'image/svg+xml' },
    body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#000" stroke-width="3" stroke-linecap="round"><circle cx="16" cy="16" r="12" opacity=".2"/><path d="M16 4a12 12 0 0 1 12 12"><animateTransform attributeName="transform" type="rotate" from="0 16 16" to="360 16 16" dur="1s" repeatCount="indefinite"/></path></svg>`,
  }),
}
