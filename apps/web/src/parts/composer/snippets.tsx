import type { State } from '@tagma/sync/state.ts'
import { type IconNode, Pencil, Plus, Trash2 } from 'lucide'
import { useId, useMemo, useState } from 'preact/hooks'
import { createSnippet, deleteSnippet } from '#actions/keep-snippet.ts'
import { nextActive } from '#parts/combobox/next-active.ts'
import { optionId } from '#parts/combobox/option-id.ts'
import { Options } from '#parts/combobox/options.tsx'
import { fitOf, folded } from '#parts/completion/match.ts'
import { best } from '#parts/completion/suggestion.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { Popover } from '#parts/popover/popover.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { EditSnippet } from './edit-snippet.tsx'

interface SnippetsProps {
  readonly anchor: Element
  /** The text that would be kept as a new snippet, or an empty one. */
  readonly text: string
  readonly onChoose: (content: string) => void
  readonly onClose: () => void
}

/** The person's kept texts: choose one to put it into the box, or keep the present text. */
export function Snippets({ anchor, text, onChoose, onClose }: SnippetsProps) {
  const app = useApp()
  const snippets = useKnown(({ state }) => state?.saved_snippets)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const [editing, setEditing] = useState<Snippet>()
  const id = useId()
  const options = useMemo(() => found(snippets ?? [], query), [snippets, query])
  const at = Math.min(active, options.length - 1)
  const choose = (option: { readonly content: string } | undefined) => {
    if (!option) return
    onClose()
    onChoose(option.content)
  }
  const remove = (option: { readonly id: number } | undefined) => option && void deleteSnippet(app, option.id)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const next = nextActive(event.key, at, options.length)
    if (next !== undefined) setActive(next)
    else if (event.key === 'Enter') choose(options[at])
    else if (event.key === 'F2') setEditing(options[at])
    else if (event.key === 'Delete' && query === '') remove(options[at])
    else return
    event.preventDefault()
  }
  // The dialog replaces the list, which comes back when it closes.
  if (editing) return <EditSnippet snippet={editing} onClose={() => setEditing(undefined)} />
  return (
    <Popover label={t('compose.snippets')} anchor={anchor} onClose={onClose}>
      <div class="snippets">
        <input
          class="field"
          type="text"
          dir="auto"
          role="combobox"
          autofocus
          aria-label={t('snippet.find')}
          placeholder={t('snippet.find')}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={at >= 0 ? optionId(id, at) : undefined}
          autocomplete="off"
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <Options
          id={id}
          label={t('compose.snippets')}
          options={options}
          active={at}
          onPoint={setActive}
          onChoose={choose}
          draw={(snippet) => (
            <SnippetOption
              snippet={snippet}
              onEdit={() => setEditing(snippet)}
              onDelete={() => remove(snippet)}
            />
          )}
        />
        {snippets?.length === 0 && <p class="snippet-none">{t('snippet.none')}</p>}
        {text.trim() !== '' && <KeepForm text={text} onKept={onClose} />}
      </div>
    </Popover>
  )
}

export type Snippet = NonNullable<State['saved_snippets']>[number]

/** Returns the snippets that a query means, by their names and their texts. */
function found(snippets: readonly Snippet[], query: string) {
  const asked = folded(query)
  const fitting = best(
    snippets,
    ({ title, content }) => {
      const fits = [fitOf(asked, folded(title)), asked === '' ? undefined : fitOf(asked, folded(content))]
      const known = fits.filter((fit) => fit !== undefined)
      return known.length > 0 ? [Math.min(...known)] : undefined
    },
    50,
  )
  return fitting.map((snippet) => ({ ...snippet, key: String(snippet.id) }))
}

interface SnippetOptionProps {
  readonly snippet: Snippet
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function SnippetOption({ snippet, onEdit, onDelete }: SnippetOptionProps) {
  const { title, content } = snippet
  return (
    <>
      <span class="snippet-text">
        <span class="option-text" dir="auto">
          {title}
        </span>
        <span class="option-text option-detail" dir="auto">
          {content}
        </span>
      </span>
      <RowButton icon={Pencil} label={t('snippet.edit', { title })} keys="F2" onClick={onEdit} />
      <RowButton icon={Trash2} label={t('snippet.delete', { title })} keys="Delete" onClick={onDelete} />
    </>
  )
}

interface RowButtonProps {
  readonly icon: IconNode
  readonly label: string
  /** The key that does the same in the field above the list. */
  readonly keys: string
  readonly onClick: () => void
}

/** A button in a row of the list. Pressing it does not choose the row. */
function RowButton({ icon, label, keys, onClick }: RowButtonProps) {
  return (
    <IconButton
      icon={icon}
      size={1}
      tabIndex={-1}
      label={label}
      tip={`${label} (${keys})`}
      onClick={(event) => {
        event.stopPropagation()
        onClick()
      }}
    />
  )
}

function KeepForm({ text, onKept }: { readonly text: string; readonly onKept: () => void }) {
  const app = useApp()
  const [title, setTitle] = useState('')
  return (
    <form
      class="snippet-keep"
      onSubmit={(event) => {
        event.preventDefault()
        if (title.trim() !== '') void createSnippet(app, title, text).then((isKept) => isKept && onKept())
      }}
    >
      <TextField
        isBare
        label={t('snippet.name')}
        placeholder={t('snippet.name')}
        most={60}
        value={title}
        onText={setTitle}
      />
      <button type="submit" class="button" disabled={title.trim() === ''}>
        <Icon of={Plus} size={1} />
        {t('snippet.keep')}
      </button>
    </form>
  )
}
