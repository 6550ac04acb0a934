import type { RightsOf, RightsPlace } from '@tagma/contract/address.ts'
import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import {
  type OrganizationPermission,
  organizationPermissions,
} from '@tagma/contract/settings/organization-permissions.ts'
import {
  channelDeeds,
  type DeedName,
  type DeedPlace,
  groupDeeds,
  organizationDeeds,
  type Ruling,
  rulingOn,
  type Grant,
} from '@tagma/rules/deeds.ts'
import { imaginedPeople } from '@tagma/rules/imagined.ts'
import { isAdministrator, isOwner } from '@tagma/rules/roles.ts'
import {
  organizationByRole,
  organizationOf,
  personOf,
  ruledChannel,
  ruledGroup,
} from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { channelById } from './channels.ts'
import { type Person, peopleOf } from './people.ts'
import { presenceOf } from './presence.ts'

/** Returns the deeds of a place. */
export function deedsIn(place: RightsPlace): readonly DeedName[] {
  const list = { organization: organizationDeeds, channel: channelDeeds, group: groupDeeds }[place.kind]
  return Object.keys(list) as DeedName[]
}

export interface RightsQuestion {
  readonly of: RightsOf
  readonly place: RightsPlace
  /** Whether they are in the channel of the place. */
  readonly isSubscribed: boolean
}

/** Decides what somebody may do in a place. Undefined where the place is not known. */
export function rulingIn(state: State, question: RightsQuestion, deed: DeedName): Ruling | undefined {
  const place = deedPlace(state, question)
  if (!place) return undefined
  const { of } = question
  if (typeof of === 'string' && of !== 'me')
    return rulingOn(organizationByRole(state), imaginedPeople[of], deed, place)
  const person = personOf(state, typeof of === 'number' ? of : (state.user_id ?? -1))
  return rulingOn(organizationOf(state), person, deed, place)
}

function deedPlace(
  state: State,
  { place, isSubscribed }: Pick<RightsQuestion, 'isSubscribed' | 'place'>,
): DeedPlace | undefined {
  switch (place.kind) {
    case 'organization':
      return {}
    case 'channel': {
      const channel = channelById(state, place.channelId)
      return channel && { channel: ruledChannel(channel), isSubscribed }
    }
    case 'group': {
      const group = state.realm_user_groups?.find(({ id }) => id === place.groupId)
      return group && { group: ruledGroup(group) }
    }
  }
}

/** Returns the value of a setting that a grant hangs on; undefined where the grant is no setting. */
export function settingOf(state: State, place: RightsPlace, grant: Grant): GroupSetting | undefined {
  switch (grant.kind) {
    case 'organization':
      return state[`realm_${grant.setting}`]
    case 'channel':
      return place.kind === 'channel' ? channelById(state, place.channelId)?.[grant.setting] : undefined
    case 'group':
      return place.kind === 'group'
        ? state.realm_user_groups?.find(({ id }) => id === place.groupId)?.[grant.setting]
        : undefined
    case 'role':
      return state.realm_user_groups?.find(({ name }) => name === grant.group)?.id
    default:
      return undefined
  }
}

/**
 * Returns the names of the groups that lead from a setting to somebody, outermost first: empty where the setting names them;
 * undefined where nothing leads to them.
 */
export function pathTo(
  groups: readonly UserGroup[] | undefined,
  setting: GroupSetting,
  userId: number,
): readonly string[] | undefined {
  const byId = new Map((groups ?? []).map((group) => [group.id, group]))
  if (typeof setting !== 'number' && setting.direct_members.includes(userId)) return []
  const first = typeof setting === 'number' ? [setting] : setting.direct_subgroups
  const waiting = first.map((id): readonly number[] => [id])
  const seen = new Set<number>()
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    const group = byId.get(path.at(-1) ?? -1)
    if (!group || seen.has(group.id)) continue
    seen.add(group.id)
    // A group by role lists everybody below it, too: its own name says more than that of a role within.
    if (group.members.includes(userId)) return path.map((id) => byId.get(id)?.name ?? '')
    waiting.push(...group.direct_subgroup_ids.map((id) => [...path, id]))
  }
  return undefined
}

/** Returns active people, no bots, who may change what a grant hangs on. Those who are there come first. */
export function whoChanges(state: State, place: RightsPlace, grant: Grant, now: number): readonly Person[] {
  const organization = organizationOf(state)
  const given = { place, isSubscribed: false }
  const may = (person: Person): boolean => {
    const ruled = personOf(state, person.user_id)
    const mayIn = (deed: DeedName) => {
      const where = deedPlace(state, given)
      return where !== undefined && rulingOn(organization, ruled, deed, where).isAllowed
    }
    switch (grant.kind) {
      case 'organization': {
        const permission: OrganizationPermission = organizationPermissions[grant.setting]
        return permission.ownersOnly ? isOwner(ruled) : isAdministrator(ruled)
      }
      case 'role':
        return isAdministrator(ruled)
      case 'group':
        return mayIn('change-group')
      case 'subscribed':
        return mayIn('add-people')
      default:
        return mayIn('administer')
    }
  }
  const rank = ({ user_id }: Person) => (presenceOf(state, user_id, now) === 'away' ? 1 : 0)
  return [...peopleOf(state).values()]
    .filter((person) => person.is_active && !person.is_bot && person.user_id !== state.user_id && may(person))
    .toSorted((a, b) => rank(a) - rank(b) || a.full_name.localeCompare(b.full_name))
}

/** Returns active people, no bots, who may do something in a place. `subscribers` are those of its channel. */
export function whoDoes(
  state: State,
  place: RightsPlace,
  deed: DeedName,
  subscribers: ReadonlySet<number>,
): readonly Person[] {
  const organization = organizationOf(state)
  return [...peopleOf(state).values()].filter(({ user_id, is_active, is_bot }) => {
    if (!is_active || is_bot) return false
    const where = deedPlace(state, { place, isSubscribed: subscribers.has(user_id) })
    return where !== undefined && rulingOn(organization, personOf(state, user_id), deed, where).isAllowed
  })
}
