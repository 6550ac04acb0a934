import { useState } from 'preact/hooks'
import { addView, renameView } from '#actions/change-views.ts'
import { FormDialog } from '#parts/dialog/form-dialog.tsx'
import { useApp } from '#state/use-app.ts'
import type { PlacedView } from '#state/views.ts'
import { t } from '#words/words.ts'

/** Most characters of a name. */
const longest = 100

interface ViewNameProps {
  /** The view that is renamed, or the search that gets a name: its fragment, and the name to begin with. */
  readonly view: PlacedView | { readonly fragment: string; readonly name: string }
  readonly onClose: () => void
}

/** Asks for the name of a search in places. */
export function ViewName({ view, onClose }: ViewNameProps) {
  const app = useApp()
  const [name, setName] = useState((view.name ?? '').slice(0, longest))
  const isNew = !('isPinned' in view)
  const typed = name.trim()
  return (
    <FormDialog
      title={t(isNew ? 'places.view-add' : 'places.view-rename')}
      action={t(isNew ? 'places.view-add-action' : 'places.view-rename-action')}
      isDisabled={typed === ''}
      onClose={onClose}
      onSend={() => (isNew ? addView(app, view.fragment, typed) : renameView(app, view, typed))}
    >
      <label class="form-field">
        <span>{t('places.view-name')}</span>
        <input
          class="field"
          type="text"
          dir="auto"
          autofocus
          maxlength={longest}
          value={name}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onInput={({ currentTarget: { value } }) => setName(value)}
        />
      </label>
    </FormDialog>
  )
}
