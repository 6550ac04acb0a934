import type { MessageView } from '@tagma/contract/address.ts'
import { useEffect, useState } from 'preact/hooks'
import { conversationKeyOf } from '#state/addresses.ts'
import { peopleOf } from '#state/people.ts'
import { writersIn } from '#state/typing.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** Says who is writing in the open conversation: two names, then "several". */
export function TypingLine({ view }: { readonly view: MessageView }) {
  const { clock, store } = useApp()
  const typing = useKnown((known) => known.typing)
  const [, draw] = useState(0)
  const { state } = store.get()
  const key = conversationKeyOf(view, state?.user_id ?? -1)
  const writers = key === undefined ? [] : writersIn(typing, key, clock.now())
  // Without a further sign, somebody who went silent is shown for a while only.
  useEffect(() => {
    if (writers.length === 0) return
    const end = Math.min(...typing.map(({ until }) => until)) - clock.now()
    const timer = setTimeout(() => draw((count) => count + 1), Math.max(end, 0) + 50)
    return () => clearTimeout(timer)
  }, [typing, writers.length, clock])
  const [first, second, third] = writers.map(
    (id) => peopleOf(state).get(id)?.full_name ?? t('message.unknown-person'),
  )
  const text =
    first === undefined
      ? ''
      : second === undefined
        ? t('conversation.one-writes', { name: first })
        : third === undefined
          ? t('conversation.two-write', { first, second })
          : t('conversation.several-write')
  return (
    <p class="typing-line" dir="auto">
      {text}
    </p>
  )
}
