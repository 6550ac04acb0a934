import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { changePlace, type Spot } from './change-place.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** Resolves a topic, or opens it again. `lastId` is one of its messages. Resolves with whether the server did. */
export async function setResolved(
  app: App,
  spot: Spot,
  lastId: number,
  isResolved: boolean,
): Promise<boolean> {
  const bare = spot.topic.replace(/^(?:✔ )+/, '')
  const topic = isResolved ? `✔ ${bare}` : bare
  if (topic === spot.topic) return true
  const to = { ...spot, topic }
  try {
    await changePlace(app, lastId, { from: spot, to, mode: 'change_all', oldNotice: false, newNotice: false })
    showToast(app, {
      name: 'move',
      kind: 'status',
      text: t(isResolved ? 'conversation.now-resolved' : 'conversation.now-open', { topic: bare }),
      undo: () => void setResolved(app, to, lastId, !isResolved),
    })
    return true
  } catch (error) {
    showError(app, error)
    return false
  }
}
