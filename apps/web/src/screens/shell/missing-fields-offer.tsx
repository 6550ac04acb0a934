import { missingFields } from '#state/missing-fields.ts'
import { useDone } from '#state/use-done.ts'
import { useKnown } from '#state/use-known.ts'
import { listOf } from '#words/list-of.ts'
import { t } from '#words/words.ts'

/** Asks for required profile fields that are empty: once on each device, and again when another one is missing. */
export function MissingFieldsOffer() {
  const missing = useKnown(({ state }) => missingFields(state))
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  // The page of the profile asks for them, too.
  const isThere = useKnown(({ view }) => view.kind === 'settings' && view.page === 'profile')
  const [isDone, finish] = useDone(`fields ${missing.map(({ id }) => id).join(' ')}`)
  if (missing.length === 0 || !isLive || isThere || isDone) return null
  return (
    <div class="connection missing-fields-offer" role="status">
      <span>{t('settings.profile.missing', { names: listOf(missing.map(({ name }) => name)) })}</span>
      <a href="#settings/profile" onClick={finish}>
        {t('settings.profile.fill-in')}
      </a>
      <button type="button" onClick={finish}>
        {t('settings.second-step.later')}
      </button>
    </div>
  )
}
