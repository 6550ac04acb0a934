import * as wire from '@tagma/contract/wire.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import { personOf } from '@tagma/sync/selectors/rights.ts'
import { useId, useState } from 'preact/hooks'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { timesFor } from '#parts/messages/times.ts'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { addressFor } from '#state/addresses.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { type Fate, fates, fateProblem, delayOf } from './closing.ts'
import { FormFailure } from './form-failure.tsx'
import { useAttempt } from './use-attempt.ts'

/** Closes the whole organization, after its name was typed. For owners. */
export function CloseOrganization() {
  const state = useKnown((known) => known.state)
  const canSave = useCanSave()
  const [isAsking, setAsking] = useState(false)
  const mayClose = state !== undefined && isOwner(personOf(state, state.user_id ?? -1))
  return (
    <section class="setting-group">
      <h2>{t('organization.close')}</h2>
      <p class="setting-note">
        {t('organization.close.about')}{' '}
        <a href={addressFor(state, { kind: 'organization', page: 'data-exports-admin' })}>
          {t('organization.close.export-first')}
        </a>
      </p>
      {!mayClose && <p class="setting-note">{t('organization.only-owners')}</p>}
      <button
        type="button"
        class="button button-bad"
        disabled={!mayClose || !canSave}
        onClick={() => setAsking(true)}
      >
        {t('organization.close.action')}
      </button>
      {isAsking && <CloseDialog onClose={() => setAsking(false)} />}
    </section>
  )
}

function CloseDialog({ onClose }: { readonly onClose: () => void }) {
  const app = useApp()
  const organization = useKnown(({ state }) => state?.realm_name ?? '')
  const least = useKnown(({ state }) => state?.server_min_deactivated_realm_deletion_days) ?? null
  const most = useKnown(({ state }) => state?.server_max_deactivated_realm_deletion_days) ?? null
  const offered = fates({ least, most })
  const [fate, setFate] = useState<Fate>(offered[0] ?? 'days')
  const [days, setDays] = useState(String(most === null ? Math.max(least ?? 0, 30) : most))
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { failure, attempt } = useAttempt()
  const problem = fate === 'days' ? fateProblem(days, { least, most }) : undefined
  const isReady = name.trim() === organization.trim() && problem === undefined && !isBusy
  const close = async () => {
    if (!isReady) return
    setBusy(true)
    const isDone = await attempt(
      app.client.call(wire.deactivateRealm, { deletion_delay_days: delayOf(fate, days) }),
    )
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      title={t('organization.close.named', { organization })}
      onClose={onClose}
      onSubmit={() => void close()}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" class="button button-bad" disabled={!isReady}>
            {t('organization.close.confirm')}
          </button>
        </>
      }
    >
      <p>{t('organization.close.about')}</p>
      <fieldset class="organization-fates">
        <legend>{t('organization.close.data')}</legend>
        {offered.map((each) => (
          <label key={each}>
            <input type="radio" name="fate" checked={fate === each} onChange={() => setFate(each)} />{' '}
            {t(`organization.close.${each}`)}
          </label>
        ))}
      </fieldset>
      {fate === 'days' && <DaysField {...{ days, problem }} onDays={setDays} />}
      <label class="form-field">
        <span>{t('organization.close.type', { organization })}</span>
        <input
          class="field"
          dir="auto"
          autocomplete="off"
          autofocus
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <FormFailure text={failure && `${t('organization.close.failed')} ${failure}`} />
    </Dialog>
  )
}

interface DaysFieldProps {
  readonly days: string
  readonly problem: string | undefined
  readonly onDays: (days: string) => void
}

const secondsOfDay = 24 * 3600

/** The days until the data is deleted, and on which day that is. */
function DaysField({ days, problem, onDays }: DaysFieldProps) {
  const app = useApp()
  const id = useId()
  const now = app.clock.now() / 1000
  const { day } = timesFor(locale(), '', null)
  return (
    <label class="form-field">
      <span>{t('organization.close.number')}</span>
      <input
        class="field"
        type="number"
        min={1}
        value={days}
        aria-invalid={problem !== undefined}
        aria-describedby={id}
        onInput={({ currentTarget }) => onDays(currentTarget.value)}
      />
      <small id={id} class={problem === undefined ? undefined : 'form-error'} role="status">
        {problem ?? t('organization.close.until', { date: day(now + Number(days) * secondsOfDay, now) })}
      </small>
    </label>
  )
}
