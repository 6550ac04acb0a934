import type { Answer } from '@tagma/contract/define.ts'
import type { getAuditLog } from '@tagma/contract/endpoints/audit/get-audit-log.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { useTimes, useTimeZone } from '#parts/messages/use-times.ts'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { type Person, peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { dateFormat, zoneFor } from '#words/date-format.ts'
import { locale, t, type WordId } from '#words/words.ts'
import { presenceText } from './presence-text.ts'

type Row = Answer<typeof getAuditLog>['audit_log'][number]

/** Actions in the audit log that concern signing in, with their texts. */
const signInActions: Partial<Readonly<Record<Row['action'], WordId>>> = {
  'session.opened': 'person.audit-session-opened',
  'session.ended': 'person.audit-session-ended',
  'key.read': 'person.audit-key-read',
  'key.replaced': 'person.audit-key-replaced',
  'token.created': 'person.audit-token-created',
  'token.ended': 'person.audit-token-ended',
  'password.changed': 'person.audit-password-changed',
  'identity.linked': 'person.audit-identity-linked',
  'factor.added': 'person.audit-factor-added',
  'factor.removed': 'person.audit-factor-removed',
  'factor.recovery_used': 'person.audit-recovery-used',
  'factor.refused': 'person.audit-factor-refused',
}

interface AccountFactsProps {
  readonly person: Person
}

/** Facts of somebody's account: since when, when they were last here, and, for owners, how they signed in. */
export function AccountFacts({ person }: AccountFactsProps) {
  const { clock } = useApp()
  const state = useKnown((known) => known.state)
  const timeZone = useTimeZone()
  const joined = Date.parse(person.date_joined)
  const owner = peopleOf(state).get(person.bot_owner_id ?? -1)?.full_name
  const facts: readonly (readonly [WordId, string | undefined])[] = [
    [
      'person.joined',
      Number.isNaN(joined)
        ? undefined
        : dateFormat(locale(), { dateStyle: 'long', ...zoneFor(timeZone) }).format(joined),
    ],
    ['person.presence', person.is_bot ? undefined : presenceText(state, person, clock.now())],
    ['person.owner', owner],
    ['person.id', String(person.user_id)],
    ['person.first-use', person.is_imported_stub ? t('person.never-used') : undefined],
  ]
  return (
    <section class="setting-group">
      <h2>{t('person.facts')}</h2>
      <dl class="person-facts">
        {facts.map(([name, text]) =>
          text === undefined ? null : (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ),
        )}
      </dl>
      {!person.is_bot && <SignIns person={person} />}
    </section>
  )
}

/** The newest rows of the audit log about signing in. Asked for by a button, because reading them leaves a row. */
function SignIns({ person }: AccountFactsProps) {
  const app = useApp()
  const canSave = useCanSave()
  const isOwner = useKnown(({ state }) => state?.is_owner === true)
  const [rows, setRows] = useState<readonly Row[]>()
  const [failure, setFailure] = useState<string>()
  if (!isOwner) return <p class="setting-note">{t('person.only-owners-sign-ins')}</p>
  const ask = async () => {
    setFailure(undefined)
    try {
      const { audit_log } = await app.client.call(wire.getAuditLog, {
        everybody: true,
        target_kind: 'user',
        target_id: person.user_id,
      })
      setRows(audit_log.filter(({ action }) => signInActions[action] !== undefined))
    } catch (error) {
      setFailure(errorText(error))
    }
  }
  return (
    <>
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
      {!rows && (
        <>
          <button type="button" class="button" disabled={!canSave} onClick={() => void ask()}>
            {t('person.show-sign-ins')}
          </button>
          <p class="setting-note">{t('person.sign-ins-note')}</p>
        </>
      )}
      {rows?.length === 0 && (
        <p class="setting-note" role="status">
          {t('person.no-sign-ins')}
        </p>
      )}
      {rows && rows.length > 0 && <SignInRows rows={rows} />}
    </>
  )
}

function SignInRows({ rows }: { readonly rows: readonly Row[] }) {
  const { moment } = useTimes()
  return (
    <ul class="setting-list" aria-label={t('person.sign-ins')}>
      {rows.map(({ number, action, timestamp, address }) => (
        <li key={number}>
          <span class="setting-text">
            <span>{t(signInActions[action] ?? 'person.sign-ins')}</span>
            <small dir="auto">
              {address === null ? moment(timestamp) : `${moment(timestamp)}, ${address}`}
            </small>
          </span>
        </li>
      ))}
    </ul>
  )
}
