import type { Answer, Input } from '@tagma/contract/define.ts'
import type { askForComplianceExport } from '@tagma/contract/endpoints/exports/ask-for-compliance-export.ts'
import type { getComplianceExports } from '@tagma/contract/endpoints/exports/get-compliance-exports.ts'
import type { ExportType } from '@tagma/contract/objects/realm-export.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { State } from '@tagma/sync/state.ts'
import { X } from 'lucide'
import { useState } from 'preact/hooks'
import { Icon } from '#parts/icon.tsx'
import { PeopleField } from '#parts/people-field/people-field.tsx'
import { ArchiveList } from '#screens/settings/archive-list.tsx'
import { OwnForm } from '#screens/settings/own-form.tsx'
import { useFetched } from '#screens/settings/use-fetched.ts'
import { channelsById } from '#state/channels.ts'
import { dayStart } from '#state/day-start.ts'
import { peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { listOf } from '#words/list-of.ts'
import { locale, t } from '#words/words.ts'

const formats = ['jsonl', 'csv', 'html'] as const

type Export = Answer<typeof getComplianceExports>['exports'][number]

/** The question, as somebody chose it. */
interface Wish {
  readonly kind: ExportType
  readonly channelIds: readonly number[]
  readonly userIds: readonly number[]
  /** Days, as in `2026-11-22`; empty for no bound. */
  readonly from: string
  readonly through: string
  readonly direct: boolean
  readonly format: (typeof formats)[number]
}

const everything: Wish = {
  kind: 'public',
  channelIds: [],
  userIds: [],
  from: '',
  through: '',
  direct: false,
  format: 'csv',
}

interface ComplianceExportsProps {
  /** The kinds of exports that cannot be made now, with the reasons. */
  readonly reasons: Partial<Readonly<Record<ExportType, string>>>
  readonly kinds: readonly ExportType[]
}

/** Messages of channels, people and a time, for lawyers and auditors: for owners. */
export function ComplianceExports({ reasons, kinds }: ComplianceExportsProps) {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const [wish, setWish] = useState(everything)
  const [done, setDone] = useState<string>()
  const archives = useFetched(
    async () => (await app.client.call(wire.getComplianceExports, {})).exports,
    'tagma_exports',
  )
  const change = (part: Partial<Wish>) => {
    setDone(undefined)
    setWish((before) => ({ ...before, ...part }))
  }
  const isEmpty = wish.from !== '' && wish.through !== '' && wish.from > wish.through
  return (
    <>
      <OwnForm
        title={t('organization.compliance')}
        action={t('organization.compliance.ask')}
        isReady={reasons[wish.kind] === undefined && !isEmpty}
        done={done}
        onSend={async () => {
          await app.client.call(
            wire.askForComplianceExport,
            queryOf(wish, state?.user_settings?.timezone ?? ''),
          )
          setDone(t('organization.exports.asked'))
        }}
      >
        <p class="setting-note">{t('organization.compliance.about')}</p>
        <KindField {...{ reasons, kinds, wish, change }} />
        <ChannelsField wish={wish} change={change} />
        <div class="form-field">
          <span>{t('organization.compliance.people')}</span>
          <PeopleField
            label={t('organization.compliance.people')}
            userIds={wish.userIds}
            offersSelf
            onChange={(userIds) => change({ userIds })}
          />
        </div>
        <Days wish={wish} change={change} isEmpty={isEmpty} />
        <FormatField wish={wish} change={change} />
      </OwnForm>
      <ArchiveList
        label={t('organization.compliance.list')}
        fetched={archives}
        titleOf={(archive) => titleOf(archive, state)}
        remove={(export_id) => app.client.call(wire.deleteComplianceExport, { export_id })}
      />
    </>
  )
}

interface PartProps {
  readonly wish: Wish
  readonly change: (part: Partial<Wish>) => void
}

function KindField({ reasons, kinds, wish, change }: PartProps & ComplianceExportsProps) {
  return (
    <fieldset class="organization-fates">
      <legend>{t('organization.compliance.kind')}</legend>
      {kinds.map((kind) => (
        <label key={kind}>
          <input
            type="radio"
            name="compliance-kind"
            checked={wish.kind === kind}
            disabled={reasons[kind] !== undefined}
            onChange={() => change({ kind, direct: kind !== 'public' && wish.direct })}
          />{' '}
          {t(`organization.exports.${kind}`)}
          {reasons[kind] !== undefined && <small class="setting-note"> {reasons[kind]}</small>}
        </label>
      ))}
      <label>
        <input
          type="checkbox"
          checked={wish.direct}
          disabled={wish.kind === 'public'}
          onChange={({ currentTarget }) => change({ direct: currentTarget.checked })}
        />{' '}
        {t('organization.compliance.direct')}
        {wish.kind === 'public' && (
          <small class="setting-note"> {t('organization.compliance.direct-private')}</small>
        )}
      </label>
    </fieldset>
  )
}

function ChannelsField({ wish: { channelIds }, change }: PartProps) {
  const channels = channelsById(useKnown((known) => known.state))
  const offered = [...channels.values()]
    .filter(({ stream_id }) => !channelIds.includes(stream_id))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale()))
  return (
    <div class="form-field">
      <span>{t('organization.compliance.channels')}</span>
      {channelIds.length > 0 && (
        <span class="compliance-channels">
          {channelIds.map((id) => {
            const name = channels.get(id)?.name ?? '?'
            return (
              <span key={id} class="chip">
                <span dir="auto">#{name}</span>
                <button
                  type="button"
                  aria-label={t('beginning.remove', { name })}
                  onClick={() => change({ channelIds: channelIds.filter((other) => other !== id) })}
                >
                  <Icon of={X} size={0.875} />
                </button>
              </span>
            )
          })}
        </span>
      )}
      <select
        class="field"
        aria-label={t('organization.compliance.channels')}
        value=""
        onChange={({ currentTarget }) => {
          const { value } = currentTarget
          currentTarget.value = ''
          if (value !== '') change({ channelIds: [...channelIds, Number(value)] })
        }}
      >
        <option value="">
          {t(
            channelIds.length === 0
              ? 'organization.compliance.channels-all'
              : 'organization.compliance.channels-more',
          )}
        </option>
        {offered.map(({ stream_id, name }) => (
          <option key={stream_id} value={String(stream_id)}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

function Days({ wish, change, isEmpty }: PartProps & { readonly isEmpty: boolean }) {
  return (
    <>
      <div class="audit-days">
        {(['from', 'through'] as const).map((bound) => (
          <label key={bound} class="form-field">
            <span>{t(`organization.compliance.${bound}`)}</span>
            <input
              class="field"
              type="date"
              value={wish[bound]}
              aria-invalid={isEmpty}
              onInput={({ currentTarget }) => change({ [bound]: currentTarget.value })}
            />
          </label>
        ))}
      </div>
      {isEmpty && (
        <p class="form-error" role="alert">
          {t('organization.compliance.no-time')}
        </p>
      )}
    </>
  )
}

function FormatField({ wish, change }: PartProps) {
  return (
    <label class="form-field">
      <span>{t('organization.compliance.format')}</span>
      <select
        class="field"
        value={wish.format}
        onChange={({ currentTarget }) => change({ format: currentTarget.value as Wish['format'] })}
      >
        {formats.map((format) => (
          <option key={format} value={format}>
            {t(`organization.compliance.format.${format}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

const secondsOf = (day: string, timeZone: string) => Math.floor(dayStart(day, timeZone).getTime() / 1000)

const dayAfter = (day: string) => new Date(Date.parse(day) + 24 * 3600 * 1000).toISOString().slice(0, 10)

function queryOf(wish: Wish, timeZone: string): Input<typeof askForComplianceExport> {
  const { kind, channelIds, userIds, from, through, direct, format } = wish
  return {
    export_type: kind,
    direct,
    format,
    ...(channelIds.length === 0 ? {} : { channel_ids: [...channelIds] }),
    ...(userIds.length === 0 ? {} : { user_ids: [...userIds] }),
    ...(from === '' ? {} : { since: secondsOf(from, timeZone) }),
    ...(through === '' ? {} : { until: secondsOf(dayAfter(through), timeZone) }),
  }
}

/** Says in a line to which question an archive is the answer. */
function titleOf({ query }: Export, state: State | undefined): string {
  const people = peopleOf(state)
  const channels = channelsById(state)
  const parts = [
    ...(query.channel_ids ?? []).map((id) => `#${channels.get(id)?.name ?? id}`),
    ...(query.user_ids ?? []).map((id) => people.get(id)?.full_name ?? String(id)),
  ]
  const what = t(`organization.exports.${query.export_type}`)
  return parts.length === 0 ? what : `${what}: ${listOf(parts)}`
}
