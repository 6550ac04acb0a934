import { useEffect } from 'preact/hooks'
import { addressFor, conversationKeyOf, viewAt } from '#state/addresses.ts'
import { type Beside, mainColumn } from '#state/beside.ts'
import { channelById } from '#state/channels.ts'
import type { Known } from '#state/known.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'

/** The entry of the tab's storage with an account and the addresses of what stands beside for it. */
const name = 'tagma-beside'

/** The most conversations that stand beside. */
const most = 2

/** Keeps what stands beside for this tab: a reload has it again. */
export function useKept(): void {
  const { store } = useApp()
  const beside = useKnown((known) => known.beside)
  useEffect(() => {
    const known = store.get()
    if (known.beside.length === 0) store.set({ beside: keptBeside(known, read()) })
  }, [store])
  useEffect(() => {
    const { state } = store.get()
    write(JSON.stringify([state?.user_id, ...beside.map(({ view }) => addressFor(state, view))]))
  }, [store, beside])
}

/** Reads what was kept; conversations that the reader has no access to any more are left out. */
export function keptBeside({ state, main }: Known, text: string | null): readonly Beside[] {
  const ownId = state?.user_id ?? -1
  const [account, ...addresses] = listIn(text)
  if (account !== state?.user_id) return []
  const keys = new Set([conversationKeyOf(main, ownId)])
  return addresses
    .flatMap((address) => {
      const view = viewAt(state, String(address))
      const key = conversationKeyOf(view, ownId)
      if (view.kind !== 'conversation' || keys.has(key)) return []
      keys.add(key)
      const { conversation } = view
      const isKnown =
        conversation.kind === 'direct' || channelById(state, conversation.channelId) !== undefined
      return isKnown ? [view] : []
    })
    .slice(0, most)
    .map((view, at) => ({ id: mainColumn + 1 + at, view }))
}

function listIn(text: string | null): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    // Somebody wrote something else there by hand.
    return []
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    // Where storage is forbidden, nothing is kept.
    return null
  }
}

function write(text: string): void {
  try {
    sessionStorage.setItem(name, text)
  } catch {
    // The columns stand until the page is left.
  }
}
