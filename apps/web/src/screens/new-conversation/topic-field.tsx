import type { RefObject } from 'preact'
import { useId } from 'preact/hooks'
import { mostCounted } from '#actions/count-today.ts'
import { Combobox } from '#parts/combobox/combobox.tsx'
import { fitOf, folded } from '#parts/completion/match.ts'
import { best } from '#parts/completion/suggestion.ts'
import { t } from '#words/words.ts'
import type { Title } from './use-title.ts'
import { useToday } from './use-today.ts'

interface TopicFieldProps {
  readonly channelId: number
  readonly input: RefObject<HTMLInputElement | null>
  readonly title: Title
  readonly isRequired: boolean
  /** Why nothing can be sent with this title, as a sentence. */
  readonly problem: string | undefined
}

/** The title of a new topic, with suggestions. Ctrl+Enter sends the message, as it does in the box; Enter alone does nothing. */
export function TopicField({ channelId, input, title, isRequired, problem }: TopicFieldProps) {
  const { text, topics, emptyName, type } = title
  const problemId = useId()
  const asked = folded(text.trim())
  const options =
    asked === ''
      ? []
      : best(topics, ({ name }) => {
          const fit = name === '' ? undefined : fitOf(asked, folded(name))
          // The title as it stands is no suggestion.
          return fit === undefined || fit === 0 ? undefined : [fit]
        }).map(({ name }) => ({ key: name, name }))
  const isKnown = topics.some(({ name }) => name !== '' && folded(name) === asked)
  return (
    <div class="topic-field">
      <div class="topic-line">
        <span class="topic-label" aria-hidden="true">
          {t('beginning.title')}
        </span>
        <Combobox
          input={input}
          label={t('beginning.title')}
          text={text}
          placeholder={isRequired ? t('beginning.required') : emptyName}
          options={options}
          draw={({ name }) => <span dir="auto">{name}</span>}
          onText={type}
          onChoose={({ name }) => type(name)}
          onKey={onEnter}
          isInvalid={problem !== undefined}
          describedBy={problemId}
        />
      </div>
      <div id={problemId} class="topic-note">
        {problem !== undefined && <span role="alert">{problem}</span>}
        {isKnown && <span>{t('beginning.exists')}</span>}
      </div>
      <Suggestions {...{ channelId, title, isRequired }} />
    </div>
  )
}

/** Sends by Ctrl+Enter, as a click on the button does: while it is disabled, nothing is sent. */
function onEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  if (!event.ctrlKey && !event.metaKey) return
  const field = event.target as HTMLElement
  field.closest('.editor')?.querySelector<HTMLElement>('.editor-send')?.click()
}

/** Titles to choose from: some made of the message's words, and topics that the message may belong to. */
function Suggestions({
  channelId,
  title: { text, suggestions, topics, type },
  isRequired,
}: Pick<TopicFieldProps, 'channelId' | 'title' | 'isRequired'>) {
  const topicOf = (name: string) => topics.find((topic) => topic.name === name)
  const offered = suggestions.flatMap(({ kind, title }) => (kind === 'topic' ? (topicOf(title) ?? []) : []))
  const today = useToday(channelId, offered)
  if (suggestions.length === 0) return null
  const countOf = (name: string) => {
    const topic = topicOf(name)
    return (topic && today(topic)) ?? 0
  }
  return (
    <div class="topic-suggestions" role="group" aria-label={t('completion.suggestions')}>
      {suggestions.map(({ kind, title: name }) => (
        <button key={`${kind} ${name}`} type="button" class="chip" dir="auto" onClick={() => type(name)}>
          {kind === 'topic' ? <Belonging name={name} count={countOf(name)} /> : name}
        </button>
      ))}
      {!isRequired && text !== '' && (
        <button type="button" class="chip" onClick={() => type('')}>
          {t('beginning.no-title')}
        </button>
      )}
    </div>
  )
}

/** A topic that the message may belong to, with the number of its messages today. */
function Belonging({ name, count }: { readonly name: string; readonly count: number }) {
  return (
    <>
      {t('beginning.belongs', { topic: name })}
      {count > 0 && (
        <span class="chip-detail">
          {' '}
          {count > mostCounted
            ? t('beginning.today-many', { count: mostCounted })
            : t('beginning.today', { count })}
        </span>
      )}
    </>
  )
}
