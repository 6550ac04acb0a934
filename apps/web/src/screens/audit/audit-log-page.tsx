import { useState } from 'preact/hooks'
import { PeopleField } from '#parts/people-field/people-field.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { addressFor } from '#state/addresses.ts'
import { dayStart } from '#state/day-start.ts'
import { ownsOrganization } from '#state/owns-organization.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { actionsOf, type AuditKind, auditKinds } from './audit-kinds.ts'
import { FoundRows } from './found-rows.tsx'
import { type AuditFilter, useAuditRows } from './use-audit-rows.ts'

/** The audit log of the organization, for owners. */
export function AuditLogPage() {
  const owns = useKnown(({ state }) => ownsOrganization(state))
  return owns ? <Log /> : <OnlyOwners />
}

function OnlyOwners() {
  const state = useKnown((known) => known.state)
  const page = 'account-and-privacy'
  return (
    <p class="setting-note">
      <a class="button-link" href={addressFor(state, { kind: 'settings', page })}>
        {t('audit.only-owners', { page: t(`settings.page.${page}`) })}
      </a>
    </p>
  )
}

/** The conditions, as somebody typed them. */
interface Wish {
  readonly userIds: readonly number[]
  readonly kind: AuditKind | ''
  /** Days, as in `2026-11-22`; empty for no bound. */
  readonly from: string
  readonly through: string
}

const everything: Wish = { userIds: [], kind: '', from: '', through: '' }

function Log() {
  const timeZone = useKnown(({ state }) => state?.user_settings?.timezone ?? '')
  const found = useAuditRows(50)
  const [wish, setWish] = useState(everything)
  const canSave = useCanSave()
  const change = (part: Partial<Wish>) => setWish((before) => ({ ...before, ...part }))
  const filter = filterOf(wish, timeZone)
  return (
    <section class="setting-group">
      <p class="setting-note">{t('audit.note')}</p>
      <form
        class="own-form audit-form"
        aria-label={t('audit.filter')}
        onSubmit={(event) => {
          event.preventDefault()
          if (!found.isBusy) void found.find(filter)
        }}
      >
        <div class="form-field">
          <span>{t('audit.person')}</span>
          <PeopleField
            label={t('audit.person')}
            userIds={wish.userIds}
            offersSelf
            onChange={(userIds) => change({ userIds: userIds.slice(-1) })}
          />
        </div>
        <label class="form-field">
          <span>{t('audit.kind')}</span>
          <select
            class="field"
            value={wish.kind}
            onChange={({ currentTarget }) => change({ kind: currentTarget.value as Wish['kind'] })}
          >
            <option value="">{t('audit.kind.all')}</option>
            {auditKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`audit.kind.${kind}`)}
              </option>
            ))}
          </select>
        </label>
        <div class="audit-days">
          {(['from', 'through'] as const).map((bound) => (
            <label key={bound} class="form-field">
              <span>{t(`audit.${bound}`)}</span>
              <input
                class="field"
                type="date"
                value={wish[bound]}
                onInput={({ currentTarget }) => change({ [bound]: currentTarget.value })}
              />
            </label>
          ))}
        </div>
        <p class="own-form-foot">
          <button type="submit" class="button button-main" disabled={found.isBusy || !canSave}>
            {t('audit.show')}
          </button>
          {(['csv', 'jsonl'] as const).map((form) => (
            <a key={form} class="button" download href={`/tagma/audit.${form}${queryOf(filter)}`}>
              {t(`audit.as-${form}`)}
            </a>
          ))}
        </p>
      </form>
      <FoundRows label={t('audit.rows')} found={found} />
    </section>
  )
}

function filterOf({ userIds, kind, from, through }: Wish, timeZone: string): AuditFilter {
  const [user] = userIds
  return {
    everybody: true,
    ...(user === undefined ? {} : { user_id: user }),
    ...(kind === '' ? {} : { actions: actionsOf(kind) }),
    ...(from === '' ? {} : { since: secondsOf(from, timeZone) }),
    ...(through === '' ? {} : { until: secondsOf(dayAfter(through), timeZone) }),
  }
}

const secondsOf = (day: string, timeZone: string) => Math.floor(dayStart(day, timeZone).getTime() / 1000)

const dayAfter = (day: string) => new Date(Date.parse(day) + 24 * 3600 * 1000).toISOString().slice(0, 10)

/** The filter as the query of an address. */
function queryOf({ user_id, actions, since, until }: AuditFilter): string {
  const query = new URLSearchParams(
    Object.entries({ user_id, actions, since, until }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, JSON.stringify(value)]],
    ),
  )
  return query.size === 0 ? '' : `?${query}`
}
