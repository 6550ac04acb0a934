import { type Message, othersOf } from '@tagma/sync/messages/message.ts'
import type { RefObject } from 'preact'
import { useLayoutEffect, useMemo } from 'preact/hooks'
import type { Destination } from '#outbox/destination.ts'
import type { UploadPlace } from '#outbox/uploads.ts'
import { appendLink } from '#parts/composer/written.ts'
import { useApp } from '#state/use-app.ts'

/** Returns the place of the files of an edit, whose links go into its box. */
export function useEditPlace(
  message: Message,
  box: RefObject<HTMLTextAreaElement | null>,
): Extract<UploadPlace, { kind: 'edit' }> {
  const { store, writing } = useApp()
  const place = useMemo(() => {
    const ownId = store.get().state?.user_id ?? -1
    const { id: messageId, stream_id: channelId, subject: topic } = message
    const within: Destination =
      channelId === undefined
        ? { kind: 'people', userIds: othersOf(message, ownId).toSorted((a, b) => a - b) }
        : { kind: 'topic', channelId, topic }
    return { kind: 'edit' as const, messageId, within }
  }, [store, message.id])
  useLayoutEffect(
    () =>
      writing.showBox(place, {
        append: (link) => appendLink(box.current!, link),
        keep: () => undefined,
        hasFocus: () => false,
        focus: () => box.current?.focus(),
      }),
    [writing, place, box],
  )
  return place
}
