import { type MessageView, termsOf, type View, viewOfTerms } from '@tagma/contract/address.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { canonicalNarrow, narrowKey } from '@tagma/sync/messages/narrow.ts'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Beginning, findFirst } from '#actions/find-first.ts'
import { loadAround } from '#actions/load-messages.ts'
import { narrowOf, windowOf } from '#state/message-window.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'

/** Whoever only passes through conversations causes no calls. In milliseconds. */
const patience = 300

/** Terms of the messages that the aside lists. */
const terms = {
  files: { operator: 'has', operand: 'attachment' },
  links: { operator: 'has', operand: 'link' },
  starred: { operator: 'is', operand: 'starred' },
} as const
export type Kind = keyof typeof terms

const none: readonly number[] = []

/** Messages of a view, and whether those are all. */
export interface Held {
  readonly messages: readonly Message[]
  readonly isWhole: boolean
}

/** Returns the messages of a view that the page holds. */
export function useHeld(view: MessageView): Held {
  const window = useKnown((known) => windowOf(known, view))
  const messages = useMessages(window?.ids ?? none)
  return {
    messages,
    isWhole: window !== undefined && window.hasOldest && window.hasNewest && !window.isStale,
  }
}

export interface Found {
  /** Newest first. Undefined until they are there. */
  readonly messages: readonly Message[] | undefined
  /** The search that finds all of them. */
  readonly all: View
  readonly isFailed: boolean
  readonly tryAgain: () => void
}

/** Finds the messages of a kind in a view: among those that are held if these are all, else on the server. */
export function useFound(
  view: MessageView,
  kind: Kind,
  held: Held,
  fits: (message: Message) => boolean,
): Found {
  const app = useApp()
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const narrow = useMemo(
    () => canonicalNarrow([...narrowOf(view, ownId), { ...terms[kind], negated: false }], ownId),
    [view, kind, ownId],
  )
  const key = narrowKey(narrow)
  const window = useKnown(({ messages }) => messages.windows.get(key))
  const fetched = useMessages(window?.ids ?? none)
  const [failures, setFailures] = useState(0)
  const [isFailed, setFailed] = useState(false)
  const isMissing = !held.isWhole && (!window || window.isStale)
  useEffect(() => {
    if (!isMissing) return
    setFailed(false)
    const timer = setTimeout(() => {
      loadAround(app, narrow, { anchor: 'newest' }).catch(() => setFailed(true))
    }, patience)
    return () => clearTimeout(timer)
  }, [app, key, isMissing, failures])
  const messages = useMemo(() => {
    if (held.isWhole) return held.messages.filter(fits).toReversed()
    return window && fetched.toReversed()
  }, [held.isWhole, held.messages, fetched, window === undefined])
  const all = viewOfTerms([...termsOf(view).filter(({ operator }) => operator !== 'with'), terms[kind]])
  return { messages, all, isFailed, tryAgain: () => setFailures(failures + 1) }
}

/** Returns who began a view, and when. Undefined until that is known. */
export function useBeginning(view: MessageView, held: Held): Beginning | undefined {
  const app = useApp()
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const [found, setFound] = useState<Beginning>()
  const hasOldest = useKnown((known) => windowOf(known, view)?.hasOldest ?? false)
  useEffect(() => {
    if (hasOldest) return
    const timer = setTimeout(() => {
      findFirst(app, narrowOf(view, ownId)).then(setFound, () => undefined)
    }, patience)
    return () => clearTimeout(timer)
  }, [app, hasOldest, ownId])
  const [first] = held.messages
  if (!hasOldest || !first) return found
  return { id: first.id, senderId: first.sender_id, timestamp: first.timestamp }
}

/** Returns the messages with these ids: the same list until one of them changes. */
function useMessages(ids: readonly number[]): readonly Message[] {
  const last = useRef<readonly Message[]>([])
  return useKnown(({ messages }) => {
    const present = ids.flatMap((id) => messages.byId.get(id) ?? [])
    const isSame =
      present.length === last.current.length && present.every((message, at) => message === last.current[at])
    if (!isSame) last.current = present
    return last.current
  })
}
