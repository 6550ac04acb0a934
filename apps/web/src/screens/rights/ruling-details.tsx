import type { RightsPlace, View } from '@tagma/contract/address.ts'
import type { DeedName, Hurdle, Ruling, Grant } from '@tagma/rules/deeds.ts'
import { addressFor, viewOf } from '#state/addresses.ts'
import type { Person } from '#state/people.ts'
import { pathTo, type RightsQuestion, settingOf, whoChanges, whoDoes } from '#state/rights-of.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { groupLabel, whoMay } from '#state/who-may.ts'
import { listOf } from '#words/list-of.ts'
import { t, type WordId } from '#words/words.ts'

interface RulingDetailsProps {
  readonly deed: DeedName
  readonly ruling: Ruling
  readonly question: RightsQuestion
  readonly subscribers: ReadonlySet<number>
}

/** The most people who are named. */
const mostNamed = 5

/** Reasons of a ruling: obstacles, the settings that give the right, the people who have it, and the people to ask. */
export function RulingDetails({ deed, ruling, question, subscribers }: RulingDetailsProps) {
  const { clock } = useApp()
  const state = useKnown((known) => known.state)
  if (!state) return null
  const { place } = question
  const { isAllowed, hurdles, grants } = ruling
  const doers = whoDoes(state, place, deed, subscribers)
  // Who may not read a channel is let in; else the first setting decides.
  const asked: Grant | undefined = hurdles.includes('unreadable') ? { kind: 'subscribed' } : grants[0]
  const helpers = isAllowed || !asked ? [] : whoChanges(state, place, asked, clock.now())
  return (
    <div class="rights-details">
      {hurdles.length > 0 && (
        <ul>
          {hurdles.map((hurdle) => (
            <li key={hurdle}>{t(hurdleTexts[hurdle])}</li>
          ))}
        </ul>
      )}
      {!hurdles.includes('no account') && !hurdles.includes('system group') && (
        <>
          <p>{t(grants.length === 1 ? 'rights.one-grant' : 'rights.any-grant')}</p>
          <ul>
            {grants.map((grant) => (
              <li key={`${grant.kind} ${'setting' in grant ? grant.setting : 'to' in grant ? grant.to : ''}`}>
                <GrantLine grant={grant} question={question} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        {doers.length === 0 ? t('rights.nobody') : t('rights.doers', { count: doers.length })}{' '}
        <Names people={doers} />
      </p>
      {helpers.length > 0 && question.of === 'me' && (
        <p>
          {t('rights.ask')} <Names people={helpers} writesTo />
        </p>
      )}
    </div>
  )
}

const hurdleTexts: Readonly<Record<Hurdle, WordId>> = {
  archived: 'rights.hurdle-archived',
  unreadable: 'rights.hurdle-unreadable',
  'no account': 'rights.hurdle-no-account',
  'system group': 'rights.hurdle-system-group',
  guest: 'rights.hurdle-guest',
}

interface NamesProps {
  readonly people: readonly Person[]
  /** Whether a name leads to a conversation with the person, instead of their page. */
  readonly writesTo?: boolean
}

function Names({ people, writesTo = false }: NamesProps) {
  const state = useKnown((known) => known.state)
  const addressOf = ({ user_id: userId }: Person) =>
    addressFor(
      state,
      writesTo
        ? viewOf({ channelId: undefined, topic: '', userIds: [userId] }, state?.user_id ?? -1)
        : { kind: 'user', userId },
    )
  const rest = people.length - mostNamed
  return (
    <span class="rights-names">
      {people.slice(0, mostNamed).map((person) => (
        <a key={person.user_id} href={addressOf(person)} dir="auto">
          {person.full_name}
        </a>
      ))}
      {rest > 0 && <span>{t('rights.more', { count: rest })}</span>}
    </span>
  )
}

interface GrantLineProps {
  readonly grant: Ruling['grants'][number]
  readonly question: RightsQuestion
}

/** One grant to a right: the setting with who is in it, and how it leads to the person. */
function GrantLine({ grant, question }: GrantLineProps) {
  const state = useKnown((known) => known.state)
  if (!state) return null
  const { place, of } = question
  const setting = settingOf(state, place, grant)
  const userId = of === 'me' ? state.user_id : of
  const path =
    grant.isOpen && setting !== undefined && typeof userId === 'number'
      ? pathTo(state.realm_user_groups, setting, userId)
      : undefined
  const label = labelOf(grant)
  const view = whereSet(grant, place)
  const who = setting === undefined ? undefined : whoMay(state, setting)
  return (
    <>
      {view ? <a href={addressFor(state, view)}>{label}</a> : label}
      {grant.kind !== 'open' && grant.kind !== 'subscribed' && `: ${who ?? t('rights.setting-nobody')}`}
      {grant.isOpen && (
        <strong class="rights-open">
          {' '}
          {path && path.length > 0
            ? t('rights.open-by', { path: listOf(path.map(groupLabel)) })
            : t('rights.open')}
        </strong>
      )}
    </>
  )
}

function labelOf(grant: Grant): string {
  switch (grant.kind) {
    case 'organization':
      return t('rights.in-organization', { setting: t(`organization.${grant.setting}` as WordId) })
    case 'channel':
      return t('rights.in-channel', { setting: t(`channel.${grant.setting}`) })
    case 'group':
      return t('rights.in-group', { setting: t(`groups.${grant.setting}`) })
    case 'role':
      return t('rights.by-role')
    case 'subscribed':
      return t('rights.by-subscription')
    case 'open':
      return t(grant.to === 'all' ? 'rights.open-to-all' : 'rights.open-to-members')
  }
}

/** Returns the page where the setting of a grant is. */
function whereSet(grant: Grant, place: RightsPlace): View | undefined {
  switch (grant.kind) {
    case 'organization':
      return { kind: 'organization', page: 'organization-permissions' }
    case 'role':
      return { kind: 'organization', page: 'users/active' }
    case 'channel':
      return place.kind === 'channel'
        ? { kind: 'channel', channelId: place.channelId, page: 'permissions' }
        : undefined
    case 'group':
      return place.kind === 'group'
        ? { kind: 'group', groupId: place.groupId, page: 'permissions' }
        : undefined
    case 'subscribed':
      return place.kind === 'channel'
        ? { kind: 'channel', channelId: place.channelId, page: 'subscribers' }
        : undefined
    default:
      return place.kind === 'channel'
        ? { kind: 'channel', channelId: place.channelId, page: 'general' }
        : undefined
  }
}
