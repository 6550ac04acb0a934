import { useCallback, useMemo, useRef, useState } from 'preact/hooks'
import { suggestTitles, type OpenTopic, type TitleSuggestion } from '#parts/composer/suggest-titles.ts'
import { emptyTopicName } from '#state/empty-topic-name.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale } from '#words/words.ts'

/** Milliseconds after a key until titles are suggested. */
const pause = 250

export interface Title {
  /** The title as it stands: typed, or the first suggestion where one is required. */
  readonly text: string
  readonly suggestions: readonly TitleSuggestion[]
  readonly topics: readonly OpenTopic[]
  /** The longest title in code points. */
  readonly most: number
  /** The name that is shown for the topic without a name. */
  readonly emptyName: string
  readonly type: (text: string) => void
  /** Forgets what was typed. */
  readonly clear: () => void
  /** Takes each change of the message. */
  readonly onMessage: (text: string) => void
}

/** Holds the title of a new topic, and suggests titles for its message. */
export function useTitle(channelId: number, isRequired: boolean): Title {
  const { store } = useApp()
  const known = useKnown(({ topics }) => topics.get(channelId)?.topics)
  const most = useKnown(({ state }) => state?.max_topic_length ?? 60)
  const emptyName = useKnown(({ state }) => emptyTopicName(state))
  const [typed, setTyped] = useState<string | undefined>(() => {
    const draft = store.get().drafts.get(`new ${channelId}`)
    return draft?.to.kind === 'new topic' && draft.to.topic !== '' ? draft.to.topic : undefined
  })
  const [message, setMessage] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onMessage = useCallback((text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setMessage(text), pause)
  }, [])
  const topics = useMemo(() => [...(known?.values() ?? [])].toSorted((a, b) => b.lastId - a.lastId), [known])
  const suggestions = useMemo(
    () => suggestTitles(message, topics, { most, locale: locale() }),
    [message, topics, most],
  )
  const text = typed ?? (isRequired ? (suggestions[0]?.title ?? '') : '')
  const clear = () => setTyped(undefined)
  return { text, suggestions, topics, most, emptyName, type: setTyped, clear, onMessage }
}
