import type { Message } from '@tagma/sync/messages/message.ts'
import { useState } from 'preact/hooks'
import { lazy } from '#parts/lazy.tsx'
import type { ListHandle } from '#parts/messages/message-list.tsx'

const EditBox = lazy(async () => (await import('./edit-box.tsx')).EditBox)

/** Keeps which message is being edited, and returns its box. */
export function useEditing(list: { readonly current: Pick<ListHandle, 'focus'> | null }) {
  const [id, setId] = useState<number>()
  const end = () => {
    setId(undefined)
    if (id !== undefined) list.current?.focus(id)
  }
  const boxFor = (message: Message) =>
    message.id === id ? <EditBox message={message} onEnd={end} /> : undefined
  return {
    id,
    begin: (message: Message) => setId(message.id),
    boxFor: id === undefined ? undefined : boxFor,
  }
}
