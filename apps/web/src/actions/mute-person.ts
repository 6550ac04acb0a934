import * as wire from '@tagma/contract/wire.ts'
import { peopleOf } from '#state/people.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { applyOwn } from './apply-own.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** Mutes somebody, or hears them again. It is shown at once, and can be undone. */
export async function setMuted(app: App, userId: number, isMuted: boolean): Promise<void> {
  const { state } = app.store.get()
  const before = state?.muted_users ?? []
  const others = before.filter(({ id }) => id !== userId)
  const timestamp = Math.floor(app.clock.now() / 1000)
  show(app, isMuted ? [...others, { id: userId, timestamp }] : others)
  try {
    await app.client.call(isMuted ? wire.muteUser : wire.unmuteUser, { muted_user_id: userId })
    const name = peopleOf(state).get(userId)?.full_name ?? ''
    showToast(app, {
      name: 'mute',
      kind: 'status',
      text: t(isMuted ? 'person.now-muted' : 'person.now-unmuted', { name }),
      undo: () => void setMuted(app, userId, !isMuted),
    })
  } catch (error) {
    show(app, before)
    showError(app, error)
  }
}

const show = (app: App, muted_users: readonly { readonly id: number; readonly timestamp: number }[]) =>
  applyOwn(app, { type: 'muted_users', muted_users })
