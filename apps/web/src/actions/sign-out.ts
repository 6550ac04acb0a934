import { isNothing, type Unsent, unsentOf } from '#state/unsent.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { showFailure } from './show-toast.ts'

/** Milliseconds that drafts get to reach the server before somebody is asked about them. */
const patience = 1500

/** Sends what can still be sent. Resolves with what is left and would be lost by signing out, if anything is. */
export async function settleTexts({ store, writing }: App): Promise<Unsent | undefined> {
  writing.outbox.hurry()
  writing.drafts.flush()
  await new Promise<void>((resolve) => {
    const end = () => {
      unsubscribe()
      clearTimeout(timer)
      resolve()
    }
    const unsubscribe = store.subscribe(() => isNothing(unsentOf(store.get())) && end())
    const timer = setTimeout(end, isNothing(unsentOf(store.get())) ? 0 : patience)
  })
  const left = unsentOf(store.get())
  return isNothing(left) ? undefined : left
}

/** Ends the session, and with it everything that this device keeps. */
export async function signOut(app: App): Promise<void> {
  try {
    await app.session.signOut()
  } catch {
    showFailure(app, 'sign out', t('signOut.failed'))
  }
}
