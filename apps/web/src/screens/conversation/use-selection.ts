import type { Message } from '@tagma/sync/messages/message.ts'
import { useEffect, useMemo } from 'preact/hooks'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'

/** The messages that are selected to do something with all of them. */
export interface Selection {
  readonly ids: ReadonlySet<number>
  readonly toggle: (message: Message) => void
  readonly end: () => void
}

const none: ReadonlySet<number> = new Set()

/** Keeps which messages of a view are selected. `key` names the view: another one begins without a selection. */
export function useSelection(key: string, present: readonly number[] | undefined): Selection {
  const { store } = useApp()
  const chosen = useKnown(({ selected }) => selected)
  const setChosen = (selected: ReadonlySet<number>) => store.set({ selected })
  useEffect(() => () => store.set({ selected: none }), [store, key])
  // Messages that were moved or deleted meanwhile are left out.
  const ids = useMemo(() => {
    const known = new Set(present)
    const left = [...chosen].filter((id) => known.has(id))
    return left.length === chosen.size ? chosen : new Set(left)
  }, [chosen, present])
  useEffect(() => {
    if (ids.size === 0) return undefined
    const onKey = (event: KeyboardEvent) => {
      const isCovered = document.querySelector('dialog[open], [role="menu"]') !== null
      if (event.key !== 'Escape' || isCovered) return
      event.preventDefault()
      event.stopPropagation()
      setChosen(none)
    }
    // Before the page, where Escape leaves the conversation.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [ids.size === 0])
  return {
    ids,
    toggle: ({ id }) => {
      if (id < 0) return
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setChosen(next)
    },
    end: () => setChosen(none),
  }
}

/** Returns messages by their ids, oldest first. */
export const messagesAmong = ({ store }: App, ids: Iterable<number>): readonly Message[] => {
  const { byId } = store.get().messages
  return [...ids].toSorted((a, b) => a - b).flatMap((id) => byId.get(id) ?? [])
}

/** Returns the selected messages, oldest first. */
export const messagesOf = (app: App, { ids }: Selection) => messagesAmong(app, ids)
