import { createHash } from 'node:crypto'
import { codeToNames } from '@tagma/markdown/emoji-names.ts'
import type { Page, PageReply } from '#http/page.ts'

interface EmojiData {
  readonly path: string
  readonly json: string
}

let made: EmojiData | undefined

function emojiData(): EmojiData {
  if (!made) {
    const json = JSON.stringify({ code_to_names: codeToNames() })
    const hash = createHash('sha256').update(json).digest('hex').slice(0, 16)
    made = { path: `/static/generated/emoji/emoji_api.${hash}.json`, json }
  }
  return made
}

/** Path of the emoji data. It changes when the data do, so that clients may keep them for ever. */
export const emojiDataPath = () => emojiData().path

/**
 * Page with the names of all Unicode emoji, which clients load from `server_emoji_data_url`. An older path gets current
 * data.
 */
export const emojiDataPage: Page = {
  method: 'GET',
  path: '/static/generated/emoji/:name',
  async answer({ path }): Promise<PageReply> {
    const data = emojiData()
    if (!/^emoji_api\.[0-9a-f]+\.json$/.test(path.name ?? '')) {
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'There is no such file.' }
    }
    const isCurrent = data.path.endsWith(`/${path.name}`)
    return {
      status: 200,
      headers: {
        'content-type': 'application/json',
        'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      },
      body: data.json,
    }
  },
}
