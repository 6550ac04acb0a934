import { ListTodo, ChartBarBig, Pencil } from 'lucide'
import { useReducer, useState } from 'preact/hooks'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { listOf } from '#words/list-of.ts'
import { t } from '#words/words.ts'
import type { Reader } from './reader.ts'
import type { Poll, Todo } from './widget-state.ts'

interface WidgetProps<W> {
  readonly id: string
  readonly widget: W
  readonly reader: Reader
  /** Authors change the question or the title. */
  readonly isAuthor: boolean
  /** Resolves with whether the step was taken. */
  readonly onStep: (step: Readonly<Record<string, unknown>>) => Promise<boolean>
}

/** A poll or a to-do list in place of a message's text. */
export function Widget(props: WidgetProps<Poll | Todo>) {
  const { widget } = props
  return widget.kind === 'poll' ? (
    <PollWidget {...props} widget={widget} />
  ) : (
    <TodoWidget {...props} widget={widget} />
  )
}

function PollWidget({ id, widget, reader, isAuthor, onStep }: WidgetProps<Poll>) {
  const most = Math.max(1, ...widget.options.map(({ voterIds }) => voterIds.length))
  return (
    <div id={id} class="widget" role="group" aria-label={t('message.poll', { question: widget.question })}>
      <Title
        icon={ChartBarBig}
        text={widget.question || t('message.untitled-poll')}
        edit={isAuthor ? t('message.change-question') : undefined}
        onChange={(question) => onStep({ type: 'question', question })}
      />
      <ul class="poll">
        {widget.options.map(({ key, text, voterIds }) => {
          const isOwn = voterIds.includes(reader.userId)
          const names = listOf(voterIds.map((userId) => reader.nameOf(userId) ?? t('message.unknown-person')))
          return (
            <li key={key} class="poll-option" style={{ '--part': voterIds.length / most }}>
              <button
                type="button"
                class="poll-vote"
                aria-pressed={isOwn}
                aria-label={t('message.votes', { option: text, count: voterIds.length })}
                disabled={reader.isSpectator}
                onClick={() => void onStep({ type: 'vote', key, vote: isOwn ? -1 : 1 })}
              >
                {voterIds.length}
              </button>
              <span class="poll-text" dir="auto">
                {text}
              </span>
              <span class="poll-names">{names}</span>
            </li>
          )
        })}
      </ul>
      {!reader.isSpectator && (
        <Adding
          label={t('message.add-option')}
          onAdd={(option) => onStep({ type: 'new_option', option, idx: widget.ownOptions + 1 })}
        />
      )}
    </div>
  )
}

function TodoWidget({ id, widget, reader, isAuthor, onStep }: WidgetProps<Todo>) {
  const [, draw] = useReducer<number, undefined>((count) => count + 1, 0)
  const strike = async (key: string) => {
    // The browser has set the tick already. Drawing again takes it back.
    if (!(await onStep({ type: 'strike', key }))) draw(undefined)
  }
  return (
    <div id={id} class="widget" role="group" aria-label={t('message.todo', { title: widget.title })}>
      <Title
        icon={ListTodo}
        text={widget.title || t('message.untitled-todo')}
        edit={isAuthor ? t('message.change-title') : undefined}
        onChange={(title) => onStep({ type: 'new_task_list_title', title })}
      />
      <ul class="todo">
        {widget.tasks.map(({ key, text, description, isDone }) => (
          <li key={key}>
            <label class="todo-task">
              <input
                type="checkbox"
                checked={isDone}
                disabled={reader.isSpectator}
                onChange={() => void strike(key)}
              />
              <span class={isDone ? 'todo-text todo-done' : 'todo-text'} dir="auto">
                <strong>{text}</strong>
                {description !== '' && `: ${description}`}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {!reader.isSpectator && (
        <Adding
          label={t('message.add-task')}
          onAdd={(text) => {
            const [task = '', ...rest] = text.split(':')
            const desc = rest.join(':').trim()
            const key = widget.ownTasks + 1
            return onStep({ type: 'new_task', key, task: task.trim(), desc, completed: false })
          }}
        />
      )}
    </div>
  )
}

interface TitleProps {
  readonly icon: typeof ListTodo
  readonly text: string
  /** The name of the button that changes it; undefined for everybody but the author. */
  readonly edit: string | undefined
  /** Resolves with whether it was changed. */
  readonly onChange: (text: string) => Promise<boolean>
}

function Title({ icon, text, edit, onChange }: TitleProps) {
  const [draft, setDraft] = useState<string>()
  if (draft !== undefined) {
    return (
      <form
        class="widget-form"
        onSubmit={(event) => {
          event.preventDefault()
          setDraft(undefined)
          if (draft.trim() === '' || draft === text) return
          // A refused text stays in the field to be sent again.
          void onChange(draft.trim()).then((isChanged) => isChanged || setDraft((newer) => newer ?? draft))
        }}
      >
        <input
          class="field"
          dir="auto"
          aria-label={edit}
          value={draft}
          ref={(input) => input?.focus()}
          onInput={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && setDraft(undefined)}
        />
        <button class="button" type="submit">
          {t('message.save')}
        </button>
      </form>
    )
  }
  return (
    <p class="widget-title">
      <Icon of={icon} size={1} />
      <strong dir="auto">{text}</strong>
      {edit !== undefined && (
        <IconButton icon={Pencil} size={0.875} label={edit} onClick={() => setDraft(text)} />
      )}
    </p>
  )
}

interface AddingProps {
  readonly label: string
  /** Resolves with whether it was added. */
  readonly onAdd: (text: string) => Promise<boolean>
}

function Adding({ label, onAdd }: AddingProps) {
  const [text, setText] = useState('')
  return (
    <form
      class="widget-form"
      onSubmit={(event) => {
        event.preventDefault()
        setText('')
        if (text.trim() === '') return
        void onAdd(text.trim()).then((isAdded) => isAdded || setText((newer) => newer || text))
      }}
    >
      <input
        class="field"
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        // Letters that are typed here are no keys of the list.
        onKeyDown={(event) => event.stopPropagation()}
      />
      <button class="button" type="submit" disabled={text.trim() === ''}>
        {t('message.add')}
      </button>
    </form>
  )
}
