import { useDone } from '#state/use-done.ts'
import { t } from '#words/words.ts'

interface HintProps {
  readonly name: 'list' | 'title' | 'follow'
}

/** One line that explains what is beside it. Who has understood it sees it no more on this device. */
export function Hint({ name }: HintProps) {
  const [isDone, finish] = useDone(`hint ${name}`)
  if (isDone) return null
  return (
    <p class="hint">
      <span>{t(`hint.${name}`)}</span>
      <button type="button" class="button-link" onClick={finish}>
        {t('hint.close')}
      </button>
    </p>
  )
}
