import { expect, test } from 'vitest'
import { can } from './can.ts'
import { mayAdministerChannel, mayKnowChannel, mayPost, mayReadChannel } from './channels.ts'
import { isFullMemberAt } from './full-member.ts'
import { everybody, givenChannel, givenOrganization, people } from './given-organization.ts'
import {
  deletionProblem,
  earliestMovable,
  editProblem,
  mayMentionEverybody,
  mayMoveOut,
  mayMoveWithin,
  mayResolve,
} from './messages.ts'
import type { Person } from './organization.ts'
import { mayCreateTopic, onlyResolves, topicProblem, withoutResolved } from './topics.ts'

/** Names the people that a decision allows. */
const allowed = (decide: (person: Person) => boolean) =>
  Object.entries(people)
    .filter(([, person]) => decide(person))
    .map(([name]) => name)
    .join(' ')

const plain = givenOrganization()

test('a permission counts nested groups, roles in them, and rings of groups', () => {
  const organization = givenOrganization({ can_resolve_topics_group: 4 })
  expect(allowed((person) => can(organization, person, 'can_resolve_topics_group'))).toBe(
    'owner administrator member guest',
  )
})

test('a permission that everybody cannot have is never a guest’s', () => {
  const organization = givenOrganization({ can_create_groups: 4 })
  expect(allowed((person) => can(organization, person, 'can_create_groups'))).toBe(
    'owner administrator member',
  )
})

test('people and groups can be named without a group of their own', () => {
  const setting = { direct_members: [14], direct_subgroups: [3] }
  const organization = givenOrganization({ can_resolve_topics_group: setting })
  expect(allowed((person) => can(organization, person, 'can_resolve_topics_group'))).toBe(
    'owner administrator newcomer',
  )
})

test.each([
  ['public', {}, '', 'owner administrator moderator member newcomer'],
  ['web-public', { isWebPublic: true }, '', 'owner administrator moderator member newcomer guest'],
  ['private', { isPrivate: true }, '', ''],
  [
    'private, with people who may subscribe',
    { isPrivate: true },
    'can_subscribe_group',
    'owner administrator member',
  ],
])('a channel without a subscription is read: %s', (_title, parts, setting, readers) => {
  const channel = givenChannel(parts, setting === '' ? {} : { [setting]: 4 })
  expect(allowed((person) => mayReadChannel(plain, person, channel, false))).toBe(readers)
  expect(allowed((person) => mayReadChannel(plain, person, channel, true))).toBe(
    Object.keys(people).join(' '),
  )
})

test('administrators know of private channels that they cannot read', () => {
  const channel = givenChannel({ isPrivate: true })
  expect(allowed((person) => mayKnowChannel(plain, person, channel, false))).toBe('owner administrator')
})

test('the channel decides who posts, starts topics and administers it', () => {
  const channel = givenChannel(
    {},
    { can_send_message_group: everybody, can_create_topic_group: 3, can_administer_channel_group: 4 },
  )
  expect(allowed((person) => mayPost(plain, person, channel))).toBe(Object.keys(people).join(' '))
  expect(allowed((person) => mayPost(plain, person, { ...channel, isArchived: true }))).toBe('')
  expect(allowed((person) => mayCreateTopic(plain, person, channel))).toBe('owner administrator')
  expect(allowed((person) => mayAdministerChannel(plain, person, channel))).toBe('owner administrator member')
})

test.each([
  ['allow_empty_topic', 'allow_empty_topic', undefined, undefined],
  ['inherit', 'disable_empty_topic', 'Topics are required in this organization.', undefined],
  ['empty_topic_only', 'disable_empty_topic', undefined, 'Only the empty topic is allowed in this channel.'],
] as const)('with the policy %s, after %s', (own, general, empty, named) => {
  const organization = givenOrganization({ topics_policy: general })
  const channel = givenChannel({ topicsPolicy: own })
  expect(topicProblem(organization, channel, '')).toBe(empty)
  expect(topicProblem(organization, channel, 'colors')).toBe(named)
})

test('only the sender edits, in time, where editing is on', () => {
  const own = { sender_id: people.member.id, sent_at: 1000 }
  const problem = (now: number, settings = {}, person: Person = people.member) =>
    editProblem(givenOrganization(settings), person, own, now)
  expect(problem(1620)).toBeUndefined()
  expect(problem(1621)).toBe('The time limit for editing this message has passed')
  expect(problem(1e9, { message_content_edit_limit_seconds: null })).toBeUndefined()
  expect(problem(1000, { allow_message_editing: false })).toBe(
    'Your organization has turned off message editing',
  )
  expect(problem(1000, {}, people.owner)).toBe("You don't have permission to edit this message")
})

test('messages are deleted by who may delete any, and in time by their senders and owners of bots', () => {
  const sent = { sender_id: people.member.id, sent_at: 1000 }
  const deleters = (settings: object, now: number, sender?: { botOwnerId: number | null }) =>
    allowed(
      (person) =>
        deletionProblem(givenOrganization(settings), person, sender, sent, givenChannel(), now) === undefined,
    )
  const own = { can_delete_own_message_group: everybody }
  expect(deleters({}, 1000)).toBe('')
  expect(deleters(own, 1620)).toBe('member')
  expect(deleters(own, 1620, { botOwnerId: people.guest.id })).toBe('member guest')
  expect(deleters(own, 1621)).toBe('')
  expect(deleters({ ...own, can_delete_any_message_group: 3 }, 1e9)).toBe('owner administrator')
  const channel = givenChannel({}, { can_delete_any_message_group: 4 })
  expect(
    allowed((person) => deletionProblem(plain, person, undefined, sent, channel, 1e9) === undefined),
  ).toBe('owner administrator member guest')
})

test('moving and resolving are allowed by the organization or by the channel', () => {
  const organization = givenOrganization({ can_move_messages_between_topics_group: 3 })
  const channel = givenChannel(
    {},
    {
      can_move_messages_within_channel_group: { direct_members: [15], direct_subgroups: [] },
      can_move_messages_out_of_channel_group: 3,
      can_resolve_topics_group: 2,
    },
  )
  expect(allowed((person) => mayMoveWithin(organization, person, channel))).toBe('owner administrator guest')
  expect(allowed((person) => mayMoveOut(organization, person, channel))).toBe('owner administrator')
  expect(allowed((person) => mayResolve(organization, person, channel))).toBe(
    'owner administrator moderator member newcomer',
  )
})

test('old messages are moved by moderators only', () => {
  expect(earliestMovable(plain, people.member, true, 10_000)).toBe(10_000 - 600 - 20)
  expect(earliestMovable(plain, people.member, false, 10_000)).toBeUndefined()
  expect(earliestMovable(plain, people.moderator, true, 10_000)).toBeUndefined()
})

test('members are full members after the waiting period, moderators at once, guests never', () => {
  const at = (person: Person, days: number) =>
    isFullMemberAt(plain, { ...person, joinedAt: 1000 }, 1000 + days * 24 * 3600)
  expect([at(people.member, 2.9), at(people.member, 3)]).toEqual([false, true])
  expect([at(people.moderator, 0), at(people.guest, 99)]).toEqual([true, false])
})

test('a mark of a resolved topic is no other topic', () => {
  expect(withoutResolved('✔ ✔ colors')).toBe('colors')
  expect([onlyResolves('colors', '✔ colors'), onlyResolves('colors', '✔ shades')]).toEqual([true, false])
})

test('a setting says who may mention everybody in a large channel; in a small one, all may', () => {
  const organization = givenOrganization({ can_mention_many_users_group: 3 })
  const mayMention = (count: number) => allowed((person) => mayMentionEverybody(organization, person, count))
  expect(mayMention(16)).toBe('owner administrator')
  expect(mayMention(15)).toBe(allowed(() => true))
})
