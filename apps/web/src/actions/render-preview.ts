import * as wire from '@tagma/contract/wire.ts'
import { scan } from '@tagma/markdown/scan.ts'
import { lookupsOf } from '#outbox/lookups.ts'
import { renderLocally } from '#outbox/render-locally.ts'
import type { App } from '#state/use-app.ts'

/**
 * Sets a text as the server will. Calls `show` with what the page can set itself, and again with the server's HTML if the
 * text names something that the page does not know. Without an answer, the first stays.
 */
export async function renderPreview(app: App, content: string, show: (html: string) => void): Promise<void> {
  const { state } = app.store.get()
  if (!state) return
  show(await renderLocally(content, state))
  const references = scan(content)
  const known = lookupsOf(state, references)
  const names = new Set(known.users.map(({ name }) => name.toLowerCase()))
  const ids = new Set(known.users.map(({ id }) => id))
  const groups = new Set(known.groups.map(({ name }) => name.toLowerCase()))
  const channels = new Set(known.channels.map(({ name }) => name))
  const isComplete =
    references.uploadPathIds.length === 0 &&
    references.userNames.every((name) => names.has(name.toLowerCase())) &&
    references.userIds.every((id) => ids.has(id)) &&
    references.groupNames.every((name) => groups.has(name.toLowerCase())) &&
    references.channelNames.every((name) => channels.has(name))
  if (isComplete) return
  const answer = await app.client.call(wire.renderMessage, { content }).catch(() => undefined)
  if (answer) show(answer.rendered)
}
