import type { App } from '#state/use-app.ts'
import { fetchSingly } from './fetch-singly.ts'

/** Messages of one call, and the most calls. */
const pageSize = 400
const mostPages = 5

/** Fetches the reader's own messages, of one channel or of all, for lists of conversations that one takes part in. */
export async function loadOwn(app: App, channelId: number | undefined): Promise<void> {
  const own = [{ operator: 'sender', operand: 'me' }]
  const narrow = channelId === undefined ? own : [...own, { operator: 'channel', operand: channelId }]
  let anchor: number | 'newest' = 'newest'
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await fetchSingly(app, {
      anchor,
      include_anchor: anchor === 'newest',
      num_before: pageSize,
      num_after: 0,
      narrow,
    })
    const oldest = page?.messages[0]
    if (!page || page.found_oldest || !oldest) return
    anchor = oldest.id
  }
}
