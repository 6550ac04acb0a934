import { t } from '#words/words.ts'
import type { Drafting } from './use-draft.ts'

export interface MeanwhileProps<V> {
  readonly draft: Drafting<V>
  /** Names a value that cannot be shown as it is. */
  readonly nameOf?: (value: V) => string
  readonly canSave: boolean
  /** Called when the reader has chosen. */
  readonly onChosen?: () => void
}

/**
 * Says that somebody else has saved another value in the meantime, and shows it beside the reader's own, to choose between
 * the two. Draws nothing if there is nothing to choose.
 */
export function Meanwhile<V>({ draft, nameOf = String, canSave, onChosen }: MeanwhileProps<V>) {
  const { value, theirs } = draft
  if (theirs === undefined) return null
  const choose = (act: () => void) => () => {
    act()
    onChosen?.()
  }
  return (
    <div class="form-preview form-warning meanwhile" role="alert">
      <p>{t('permission.meanwhile-two')}</p>
      <dl>
        <Side name={t('permission.theirs')} text={nameOf(theirs)} />
        <Side name={t('permission.yours')} text={nameOf(value)} />
      </dl>
      <p class="permission-foot">
        <button type="button" class="button button-main" disabled={!canSave} onClick={choose(draft.keepMine)}>
          {t('permission.save-mine')}
        </button>
        <button type="button" class="button" disabled={!canSave} onClick={choose(draft.keepTheirs)}>
          {t('permission.take-theirs')}
        </button>
      </p>
    </div>
  )
}

function Side({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{text === '' ? t('permission.empty') : text}</dd>
    </div>
  )
}
