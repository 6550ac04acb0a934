import { roles } from '@tagma/contract/roles.ts'
import { channelGroupSettingNames } from '@tagma/contract/settings/channel-permissions.ts'
import { type UserGroupSetting, userGroupSettingNames } from '@tagma/contract/settings/group-permissions.ts'
import { organizationPermissionNames } from '@tagma/contract/settings/organization-permissions.ts'
import { expect, test } from 'vitest'
import { can } from './can.ts'
import {
  mayAddSubscribers,
  mayAdministerChannel,
  mayKnowChannel,
  mayPost,
  mayReadChannel,
  mayRemoveSubscriber,
} from './channels.ts'
import { type ChannelDeed, type DeedName, organizationDeeds, rulingOn } from './deeds.ts'
import { givenChannel, givenOrganization, nobody, people } from './given-organization.ts'
import { deletionProblem, mayMoveOut, mayMoveWithin, mayResolve } from './messages.ts'
import type { Person, RuledChannel, RuledOrganization } from './organization.ts'
import { isSpectator, spectatorId } from './spectator.ts'
import { mayCreateTopic } from './topics.ts'

type Decide = (
  organization: RuledOrganization,
  person: Person,
  channel: RuledChannel,
  isSubscribed: boolean,
) => boolean

const inReach =
  (decide: Decide): Decide =>
  (organization, person, channel, isSubscribed) =>
    !isSpectator(person) &&
    !channel.isArchived &&
    mayReadChannel(organization, person, channel, isSubscribed) &&
    decide(organization, person, channel, isSubscribed)

const stranger = { id: 99, botOwnerId: null }
const deletes =
  (isOwn: boolean): Decide =>
  (organization, person, channel) =>
    deletionProblem(
      organization,
      person,
      undefined,
      { sender_id: isOwn ? person.id : stranger.id, sent_at: 0 },
      channel,
      0,
    ) === undefined

/** The rules that the server asks, by deed. */
const decisions: Readonly<Record<ChannelDeed, Decide>> = {
  know: mayKnowChannel,
  read: mayReadChannel,
  post: inReach(mayPost),
  'begin-topic': inReach((...given) => mayPost(...asThree(given)) && mayCreateTopic(...asThree(given))),
  resolve: inReach(mayResolve),
  'move-within': inReach(mayMoveWithin),
  'move-out': inReach(mayMoveOut),
  'delete-own': inReach(deletes(true)),
  'delete-any': inReach(deletes(false)),
  'add-people': inReach(mayAddSubscribers),
  'remove-people': (organization, person, channel, isSubscribed) =>
    !isSpectator(person) && mayRemoveSubscriber(organization, person, channel, stranger, isSubscribed),
  administer: (organization, person, channel) =>
    !isSpectator(person) && mayAdministerChannel(organization, person, channel),
}

const asThree = ([organization, person, channel]: Parameters<Decide>) =>
  [organization, person, channel] as const

const everyone = { ...people, spectator: { id: spectatorId, role: roles.guest, isFullMember: false } }
const kinds = [
  {},
  { isPrivate: true },
  { isPrivate: true, historyPublic: false },
  { isWebPublic: true },
  { isArchived: true },
]
const values = [nobody, 1, 2, 3, 4, { direct_members: [people.guest.id], direct_subgroups: [] }]

test('a ruling on a deed in a channel is what the rule says, for every person, kind of channel and setting', () => {
  let count = 0
  for (const [name, decide] of Object.entries(decisions) as [ChannelDeed, Decide][])
    for (const kind of kinds)
      for (const isSubscribed of [true, false])
        for (const setting of [...channelGroupSettingNames, ...organizationPermissionNames])
          for (const value of values) {
            const isOwn = (channelGroupSettingNames as string[]).includes(setting)
            const channel = givenChannel(kind, isOwn ? { [setting]: value } : {})
            const organization = givenOrganization(isOwn ? {} : { [setting]: value })
            for (const person of Object.values(everyone)) {
              const { isAllowed } = rulingOn(organization, person, name, { channel, isSubscribed })
              if (isAllowed !== decide(organization, person, channel, isSubscribed))
                throw new Error(`${name} ${JSON.stringify({ kind, isSubscribed, setting, value, person })}`)
              count++
            }
          }
  expect(count).toBeGreaterThan(100_000)
})

test('a ruling on a deed in the organization is what the permission says', () => {
  for (const [name, { grants }] of Object.entries(organizationDeeds))
    for (const grant of grants) {
      if (grant.kind !== 'organization') continue
      for (const value of values)
        for (const person of Object.values(people)) {
          const organization = givenOrganization({ [grant.setting]: value })
          const ruling = rulingOn(organization, person, name as DeedName)
          expect(ruling.isAllowed).toBe(can(organization, person, grant.setting))
        }
    }
})

test('guests change no groups, not even by leaving them', () => {
  const settings = Object.fromEntries(userGroupSettingNames.map((name) => [name, 1])) as Record<
    UserGroupSetting,
    number
  >
  const group = { isSystem: false, settings }
  const organization = givenOrganization()
  expect(rulingOn(organization, people.member, 'leave-group', { group }).isAllowed).toBe(true)
  expect(rulingOn(organization, people.guest, 'leave-group', { group })).toMatchObject({
    isAllowed: false,
    hurdles: ['guest'],
  })
  const system = { ...group, isSystem: true }
  expect(rulingOn(organization, people.owner, 'leave-group', { group: system }).isAllowed).toBe(false)
})

test('a ruling names the grants, those that are open, and what stands in the grant beside them', () => {
  const organization = givenOrganization({ can_resolve_topics_group: 3 })
  const channel = givenChannel({ isPrivate: true }, { can_resolve_topics_group: 4 })
  expect(rulingOn(organization, people.member, 'resolve', { channel, isSubscribed: false })).toEqual({
    isAllowed: false,
    grants: [
      { kind: 'organization', setting: 'can_resolve_topics_group', isOpen: false },
      { kind: 'channel', setting: 'can_resolve_topics_group', isOpen: true },
    ],
    hurdles: ['unreadable'],
  })
  // Who may not post hears of that first, not of topics.
  expect(
    rulingOn(organization, people.member, 'begin-topic', { channel, isSubscribed: true }).grants,
  ).toEqual([{ kind: 'channel', setting: 'can_send_message_group', isOpen: false }])
})
