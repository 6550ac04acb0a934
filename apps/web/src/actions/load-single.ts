import type { App } from '#state/use-app.ts'
import { fetchSingly } from './fetch-singly.ts'

/** Fetches messages by their ids, for lists that tell how each conversation's newest message begins. */
export async function loadSingle(app: App, ids: readonly number[]): Promise<void> {
  await fetchSingly(app, { message_ids: [...ids] })
}
