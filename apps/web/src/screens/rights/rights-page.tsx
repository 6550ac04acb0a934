import { imaginedNames, type RightsOf, type RightsPlace, type View } from '@tagma/contract/address.ts'
import type { DeedName, Ruling } from '@tagma/rules/deeds.ts'
import { Check, X } from 'lucide'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '#parts/icon.tsx'
import { PageHead } from '#parts/page/page-head.tsx'
import { useSubscribers } from '#parts/use-subscribers.ts'
import { useChannelsOf } from '#screens/people/use-channels-of.ts'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { addressFor } from '#state/addresses.ts'
import { channelById, channelsById } from '#state/channels.ts'
import { peopleOf } from '#state/people.ts'
import { deedsIn, type RightsQuestion, rulingIn } from '#state/rights-of.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { groupLabel } from '#state/who-may.ts'
import { locale, t, type WordId } from '#words/words.ts'
import { ChannelsSeen } from './channels-seen.tsx'
import { RulingDetails } from './ruling-details.tsx'

type RightsView = Extract<View, { kind: 'rights' }>

/**
 * Rights of somebody in a place, and why: by the rules that the server goes by. Everybody asks for themselves;
 * administrators see it as somebody else. Nothing is changed here.
 */
export function RightsPage({ view }: { readonly view: RightsView }) {
  const mayLookAsOthers = useKnown(({ state }) => state?.is_admin === true)
  const { place } = view
  const of = mayLookAsOthers ? view.of : 'me'
  const title = useTitle(of)
  return (
    <section class="page settings" aria-label={title}>
      <PageHead title={title} back="#places" />
      <div class="page-scroll" tabIndex={-1}>
        <div class="page-inner settings-inner">
          <p class="setting-note">{t('rights.about')}</p>
          <div class="rights-choices">
            <PlaceChoice place={place} of={of} />
            {mayLookAsOthers && <PersonChoice place={place} of={of} />}
          </div>
          {!mayLookAsOthers && view.of !== 'me' && (
            <p class="form-preview form-warning">{t('rights.only-administrators-look')}</p>
          )}
          <Deeds key={`${JSON.stringify(place)} ${of}`} place={place} of={of} asked={view.deed} />
        </div>
      </div>
    </section>
  )
}

function useTitle(of: RightsOf): string {
  const name = useKnown(({ state }) =>
    typeof of === 'number' ? peopleOf(state).get(of)?.full_name : undefined,
  )
  if (of === 'me') return t('rights.title')
  return t('rights.title-as', { who: typeof of === 'number' ? (name ?? '') : t(`rights.as-${of}`) })
}

interface ChoiceProps {
  readonly place: RightsPlace
  readonly of: RightsOf
}

const keyOf = (place: RightsPlace): string =>
  place.kind === 'organization'
    ? 'organization'
    : place.kind === 'channel'
      ? `channel ${place.channelId}`
      : `group ${place.groupId}`

function PlaceChoice({ place, of }: ChoiceProps) {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const channels = [...channelsById(state).values()].toSorted((a, b) =>
    a.name.localeCompare(b.name, locale()),
  )
  const groups = (state?.realm_user_groups ?? []).filter(
    ({ is_system_group, deactivated }) => !is_system_group && !deactivated,
  )
  const places: readonly RightsPlace[] = [
    { kind: 'organization' },
    ...channels.map(({ stream_id: channelId }) => ({ kind: 'channel' as const, channelId })),
    ...groups.map(({ id: groupId }) => ({ kind: 'group' as const, groupId })),
  ]
  const nameOf = (each: RightsPlace): string => {
    switch (each.kind) {
      case 'organization':
        return t('rights.organization')
      case 'channel':
        return `#${channelById(state, each.channelId)?.name ?? ''}`
      case 'group':
        return groupLabel(groups.find(({ id }) => id === each.groupId)?.name ?? '')
    }
  }
  return (
    <label class="form-field">
      <span>{t('rights.where')}</span>
      <select
        class="field"
        value={keyOf(place)}
        onChange={({ currentTarget: { value } }) => {
          const chosen = places.find((each) => keyOf(each) === value)
          if (chosen) app.go(addressFor(state, { kind: 'rights', place: chosen, of }))
        }}
      >
        {places.map((each) => (
          <option key={keyOf(each)} value={keyOf(each)}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </label>
  )
}

function PersonChoice({ place, of }: ChoiceProps) {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const people = [...peopleOf(state).values()]
    .filter(({ is_active, is_bot }) => is_active && !is_bot)
    .toSorted((a, b) => a.full_name.localeCompare(b.full_name, locale()))
  return (
    <label class="form-field">
      <span>{t('rights.as')}</span>
      <select
        class="field"
        value={String(of)}
        onChange={({ currentTarget: { value } }) => {
          const next = imaginedNames.find((name) => name === value) ?? (value === 'me' ? 'me' : Number(value))
          app.go(addressFor(state, { kind: 'rights', place, of: next }))
        }}
      >
        <option value="me">{t('rights.as-me')}</option>
        <optgroup label={t('rights.kinds')}>
          {imaginedNames.map((name) => (
            <option key={name} value={name}>
              {t(`rights.as-${name}`)}
            </option>
          ))}
        </optgroup>
        <optgroup label={t('rights.people')}>
          {people.map(({ user_id, full_name }) => (
            <option key={user_id} value={String(user_id)}>
              {full_name}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  )
}

interface DeedsProps extends ChoiceProps {
  readonly asked: string | undefined
}

/** The deeds of a place. Each opens to what decided. */
function Deeds({ place, of, asked }: DeedsProps) {
  const state = useKnown((known) => known.state)
  const ownId = state?.user_id ?? -1
  const subscribers = useSubscribers(place.kind === 'channel' ? place.channelId : undefined)
  const userId = of === 'me' ? ownId : of
  const isSubscribed = typeof userId === 'number' && subscribers.has(userId)
  const question: RightsQuestion = { of, place, isSubscribed }
  const rows = deedsIn(place).flatMap((deed) => {
    const ruling = state && rulingIn(state, question, deed)
    return ruling ? [{ deed, ruling }] : []
  })
  if (rows.length === 0)
    return (
      <p class="setting-note" role="status">
        {t(place.kind === 'channel' ? 'rights.no-channel' : 'rights.no-group')}
      </p>
    )
  return (
    <>
      <ul class="rights-list" aria-label={t('rights.deeds')}>
        {rows.map(({ deed, ruling }) => (
          <DeedRow key={deed} {...{ deed, ruling, question, subscribers }} isAsked={deed === asked} />
        ))}
      </ul>
      {place.kind === 'organization' && <Seen of={of} />}
    </>
  )
}

interface DeedRowProps {
  readonly deed: DeedName
  readonly ruling: Ruling
  readonly question: RightsQuestion
  readonly subscribers: ReadonlySet<number>
  readonly isAsked: boolean
}

function DeedRow({ deed, ruling, question, subscribers, isAsked }: DeedRowProps) {
  const summary = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isAsked) summary.current?.focus()
  }, [isAsked])
  return (
    <li>
      <details open={isAsked}>
        <summary ref={summary}>
          <span class={ruling.isAllowed ? 'rights-yes' : 'rights-no'}>
            <Icon of={ruling.isAllowed ? Check : X} size={1.125} />
            <span class="hidden-visually">{t(ruling.isAllowed ? 'rights.yes' : 'rights.no')}</span>
          </span>
          <span>{t(`rights.deed-${deed}` as WordId)}</span>
        </summary>
        <RulingDetails {...{ deed, ruling, question, subscribers }} />
      </details>
    </li>
  )
}

/** The channels that somebody sees: of others, as far as the reader may know. */
function Seen({ of }: { readonly of: RightsOf }) {
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  if (typeof of !== 'number' && of !== 'me') return <ChannelsSeen of={of} present={none} />
  return <SeenByPerson of={of} userId={of === 'me' ? ownId : of} />
}

const none: ReadonlySet<number> = new Set()

function SeenByPerson({ of, userId }: { readonly of: RightsOf; readonly userId: number }) {
  const { channels, failure, reload } = useChannelsOf(userId)
  if (!channels || failure !== undefined) return <FetchNote fetched={{ value: channels, failure, reload }} />
  return <ChannelsSeen of={of} present={new Set(channels.map(({ stream_id }) => stream_id))} />
}
