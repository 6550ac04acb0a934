import type { MessageView } from '@tagma/contract/address.ts'
import { useEffect, useState } from 'preact/hooks'
import { conversationKeyOf } from '#state/addresses.ts'
import { peopleOf } from '#state/people.ts'
import { type Typing, writersIn } from '#state/typing.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

const nobody: readonly Typing[] = []

/** Says who is writing in the open conversation, and who is editing a message: two names, then "several". */
export function TypingLine({ view }: { readonly view: MessageView }) {
  const { clock, store } = useApp()
  const typing = useKnown(({ state, typing: told }) =>
    state?.user_settings?.receives_typing_notifications === false ? nobody : told,
  )
  const [, draw] = useState(0)
  const { state } = store.get()
  const key = conversationKeyOf(view, state?.user_id ?? -1)
  const { writers, editors } = writersIn(typing, key ?? '', clock.now())
  const count = writers.length + editors.length
  // Without a further sign, somebody who went silent is shown for a while only.
  useEffect(() => {
    if (count === 0) return
    const end = Math.min(...typing.map(({ until }) => until)) - clock.now()
    const timer = setTimeout(() => draw((drawn) => drawn + 1), Math.max(end, 0) + 50)
    return () => clearTimeout(timer)
  }, [typing, count, clock])
  const namesOf = (ids: readonly number[]) =>
    ids.map((id) => peopleOf(state).get(id)?.full_name ?? t('message.unknown-person'))
  return (
    <p class="typing-line" dir="auto">
      {[sentence(namesOf(writers), 'write'), sentence(namesOf(editors), 'edit')].filter(Boolean).join(' ')}
    </p>
  )
}

function sentence([first, second, third]: readonly string[], act: 'write' | 'edit'): string {
  if (first === undefined) return ''
  if (second === undefined) return t(`conversation.one-${act}s`, { name: first })
  if (third === undefined) return t(`conversation.two-${act}`, { first, second })
  return t(`conversation.several-${act}`)
}
