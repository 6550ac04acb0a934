import { Icon } from '#parts/icon.tsx'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { CardAct } from './use-card-acts.ts'

interface CardActsProps {
  readonly acts: readonly CardAct[]
  readonly isAnswering: boolean
}

/** The buttons of a card, with their keys. */
export function CardActs({ acts, isAnswering }: CardActsProps) {
  const hasKeys = useKnown(({ device }) => device.hasSingleKeys)
  const buttons = (isOfRow: (key: string) => boolean) =>
    acts
      .filter(({ key }) => isOfRow(key) && !(isAnswering && key === 'r'))
      .map((act) => <ActButton key={act.key} act={act} hasKey={hasKeys} />)
  return (
    <div class="catch-up-acts" role="group" aria-label={t('catch-up.acts')}>
      {buttons((key) => key !== ' ' && !goesOn(key))}
      <div class="catch-up-on">{buttons(goesOn)}</div>
      <p class="catch-up-space">
        <kbd>{t('catch-up.space')}</kbd> {t('catch-up.on')}
      </p>
    </div>
  )
}

/** Whether the key of an act leads to the next card. */
const goesOn = (key: string) => key === 'u' || key === 'e'

interface ActButtonProps {
  readonly act: CardAct
  readonly hasKey: boolean
}

function ActButton({ act: { key, label, icon, turns = false, isOn, reason, act }, hasKey }: ActButtonProps) {
  const names = ['button', `catch-up-${key}`]
  if (key === 'e') names.push('button-main')
  return (
    <button
      type="button"
      class={names.join(' ')}
      aria-keyshortcuts={hasKey ? key : undefined}
      aria-disabled={reason !== undefined}
      aria-description={reason}
      data-tip={reason}
      data-on={isOn || undefined}
      onClick={() => reason === undefined && act()}
    >
      <Icon of={icon} size={1} turns={turns} />
      <span>{label}</span>
      {hasKey && <kbd aria-hidden="true">{key.toUpperCase()}</kbd>}
    </button>
  )
}
