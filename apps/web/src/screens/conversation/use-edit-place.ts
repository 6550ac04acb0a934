import type { Message } from '@tagma/sync/messages/message.ts'
import type { RefObject } from 'preact'
import { useLayoutEffect, useMemo } from 'preact/hooks'
import type { UploadPlace } from '#outbox/uploads.ts'
import { appendLink } from '#parts/composer/written.ts'
import { destinationOf } from '#state/destination-of.ts'
import { useApp } from '#state/use-app.ts'

/** Returns the place of the files of an edit, whose links go into its box. */
export function useEditPlace(
  message: Message,
  box: RefObject<HTMLTextAreaElement | null>,
): Extract<UploadPlace, { kind: 'edit' }> {
  const { store, writing } = useApp()
  const place = useMemo(() => {
    const within = destinationOf(message, store.get().state?.user_id ?? -1)
    return { kind: 'edit' as const, messageId: message.id, within }
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
