import type { Answer } from '@tagma/contract/define.ts'
import type { getRealmExportConsents } from '@tagma/contract/endpoints/exports/get-realm-export-consents.ts'
import type { ExportType } from '@tagma/contract/objects/realm-export.ts'
import * as wire from '@tagma/contract/wire.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import { personOf } from '@tagma/sync/selectors/rights.ts'
import { useState } from 'preact/hooks'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { OwnForm } from '#screens/settings/own-form.tsx'
import { useFetched } from '#screens/settings/use-fetched.ts'
import { addressFor } from '#state/addresses.ts'
import { ownsOrganization } from '#state/owns-organization.ts'
import { peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { BackupState } from './backup-state.tsx'
import { changeReason } from './change-reason.ts'
import { ComplianceExports } from './compliance-exports.tsx'
import { ExportList } from './export-list.tsx'

const kinds: readonly ExportType[] = ['public', 'full_with_consent', 'full_without_consent']

type Consent = Answer<typeof getRealmExportConsents>['export_consents'][number]

/** Archives of the organization's data: for administrators. */
export function DataExportsPage() {
  const reason = useKnown(({ state }) => state && changeReason(state))
  if (reason !== undefined) return <p class="setting-note">{t('organization.exports.only-administrators')}</p>
  return <Exports />
}

function Exports() {
  const app = useApp()
  const owns = useKnown(({ state }) => ownsOrganization(state))
  const fetched = useFetched(async () => {
    const { export_consents } = await app.client.call(wire.getRealmExportConsents, {})
    return export_consents
  }, 'realm_export_consent')
  const { value: consents } = fetched
  const reasons = useReasons(consents)
  return (
    <>
      <AskForExport reasons={reasons} />
      <FetchNote fetched={fetched} />
      {consents && <Consents consents={consents} />}
      <ExportList />
      {owns && <ComplianceExports kinds={kinds} reasons={reasons} />}
      {owns && <BackupState />}
    </>
  )
}

type Reasons = Partial<Readonly<Record<ExportType, string>>>

/** Finds the kinds of exports that cannot be made now, with the reasons. */
function useReasons(consents: readonly Consent[] | undefined): Reasons {
  const state = useKnown((known) => known.state)
  const hasOwner = consents?.some(
    ({ user_id, consented }) => consented && state !== undefined && isOwner(personOf(state, user_id)),
  )
  return {
    ...(hasOwner === false ? { full_with_consent: t('organization.exports.no-owner') } : {}),
    ...(state?.realm_owner_full_content_access ? {} : { full_without_consent: t('organization.never-here') }),
  }
}

function AskForExport({ reasons }: { readonly reasons: Reasons }) {
  const app = useApp()
  const [kind, setKind] = useState<ExportType>('public')
  const [done, setDone] = useState<string>()
  return (
    <OwnForm
      title={t('organization.exports.new')}
      action={t('organization.exports.ask')}
      isReady={reasons[kind] === undefined}
      done={done}
      onSend={async () => {
        setDone(undefined)
        await app.client.call(wire.exportRealm, { export_type: kind })
        setDone(t('organization.exports.asked'))
      }}
    >
      <p class="setting-note">{t('organization.exports.about')}</p>
      <fieldset class="organization-fates">
        <legend>{t('organization.exports.kind')}</legend>
        {kinds.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="kind"
              checked={kind === each}
              disabled={reasons[each] !== undefined}
              onChange={() => setKind(each)}
            />{' '}
            {t(`organization.exports.${each}`)}
            {reasons[each] !== undefined && <small class="setting-note"> {reasons[each]}</small>}
          </label>
        ))}
      </fieldset>
    </OwnForm>
  )
}

/** Who lets administrators export their private messages. */
function Consents({ consents }: { readonly consents: readonly Consent[] }) {
  const state = useKnown((known) => known.state)
  const people = peopleOf(state)
  const names = consents
    .filter(({ consented }) => consented)
    .map(({ user_id }) => ({ user_id, name: people.get(user_id)?.full_name ?? String(user_id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale()))
  return (
    <details class="setting-group organization-more">
      <summary>{t('organization.exports.consents', { count: names.length, all: consents.length })}</summary>
      <p class="setting-note">
        {t('organization.exports.consent-where')}{' '}
        <a href={addressFor(state, { kind: 'settings', page: 'account-and-privacy' })}>
          {t('organization.exports.consent-link')}
        </a>
      </p>
      <ul class="setting-list">
        {names.map(({ user_id, name }) => (
          <li key={user_id} dir="auto">
            {name}
          </li>
        ))}
      </ul>
    </details>
  )
}
