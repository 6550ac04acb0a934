import type { Known } from '#state/known.ts'
import type { Store } from '#state/store.ts'
import { fetchSinceStart } from './early-registration.ts'

/** The end of the session that the page runs in. */
export interface SessionEnd {
  /** Calls the server for the page. Leaves for the sign-in page when the server no longer accepts the session. */
  readonly fetch: typeof fetch
  /** The session is over. The copy stays for the same person, and is not shown before they are back. */
  leave(): void
  /** Ends the session, erases what it left on this device, and leaves, in all tabs. Rejects if the server cannot be reached. */
  signOut(): Promise<void>
}

/** The page's waiting call, which ends with its session. */
interface Poll {
  pause(): void
  resume(): void
}

const channelName = 'tagma session'

/** Follows the session of an account over all tabs of the browser. */
export function followSession(store: Store<Known>, poll: Poll): SessionEnd {
  // Without it, other tabs learn of a sign-out by their next call.
  const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel(channelName) : undefined
  let isLeaving = false
  const go = (address: string) => {
    isLeaving = true
    // Whose copy may be shown stands in this cookie; a page that comes from this device reads it.
    document.cookie = 'tagma-account=0; Path=/; SameSite=Strict'
    location.replace(address)
  }
  const leave = () => {
    if (isLeaving) return
    const wasSignedIn = store.get().state !== undefined
    go(`/login/${wasSignedIn ? '?ended' : ''}${location.hash}`)
  }
  tabs?.addEventListener('message', () => {
    if (!isLeaving) go('/login/')
  })
  return {
    leave,
    async fetch(input, init) {
      const answer = await fetchSinceStart(input, init)
      if (
        answer.status === 401 &&
        store.get().state?.user_id !== undefined &&
        (await isSignedOut(answer.clone()))
      )
        leave()
      return answer
    },
    async signOut() {
      const userId = store.get().state?.user_id ?? 0
      // Loaded before the session is over.
      const { eraseDevice } = await import('#kept/erase-device.ts')
      isLeaving = true
      poll.pause()
      let next = '/login/'
      try {
        const answer = await fetch('/accounts/logout/', {
          method: 'POST',
          headers: { accept: 'application/json' },
        })
        if (!answer.ok) throw new Error(`The server answered with ${answer.status}.`)
        ;({ go_to: next = next } = (await answer.json()) as { readonly go_to?: string })
      } catch (error) {
        isLeaving = false
        poll.resume()
        throw error
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it never leaves its origin
      tabs?.postMessage('signed out')
      await eraseDevice(userId)
      go(next)
    },
  }
}

/** A proxy can answer with 401, too; only the server's own word ends a session. */
async function isSignedOut(answer: Response): Promise<boolean> {
  const body = (await answer.json().catch(() => ({}))) as { readonly code?: string }
  return body.code === 'UNAUTHORIZED'
}
