import { presenceOf } from '#state/presence.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** A dot that says whether somebody is there: filled, a ring when idle, nothing when away. */
export function PresenceDot({ userId }: { readonly userId: number }) {
  const { clock } = useApp()
  const presence = useKnown(({ state }) => (state ? presenceOf(state, userId, clock.now()) : 'away'))
  if (presence === 'away') return null
  return (
    <span class={`presence presence-${presence}`}>
      <span class="hidden-visually">{presence === 'here' ? t('people.here') : t('people.idle')}</span>
    </span>
  )
}
