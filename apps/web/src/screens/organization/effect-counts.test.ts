import { roles } from '@tagma/contract/roles.ts'
import { expect, test } from 'vitest'
import type { Channel } from '#state/channels.ts'
import type { Person } from '#state/people.ts'
import { countEffects } from './effect-counts.ts'

const now = Date.parse('2026-05-10T00:00:00Z') / 1000

const person = (role: number, joined: string, more: Partial<Person> = {}) =>
  ({
    role,
    date_joined: joined,
    is_bot: false,
    is_active: true,
    is_guest: role === roles.guest,
    is_admin: role <= roles.administrator,
    ...more,
  }) as Person

const channel = (more: Partial<Channel>) =>
  ({
    is_archived: false,
    is_web_public: false,
    message_retention_days: null,
    topics_policy: 'inherit',
    ...more,
  }) as Channel

test('settings count active people, guests, people who are not administrators, and new members', () => {
  const people = [
    person(roles.owner, '2020-01-01T00:00+00:00'),
    person(roles.administrator, '2026-05-09T00:00+00:00'),
    person(roles.member, '2026-05-09T00:00+00:00'),
    person(roles.member, '2020-01-01T00:00+00:00'),
    person(roles.guest, '2026-05-09T00:00+00:00'),
    person(roles.member, '2026-05-09T00:00+00:00', { is_active: false }),
    person(roles.member, '2026-05-09T00:00+00:00', { is_bot: true }),
  ]
  expect(countEffects(people, [], 3, now)).toMatchObject({ people: 5, guests: 1, others: 3, waiting: 1 })
  expect(countEffects(people, [], 0, now).waiting).toBe(0)
})

test('settings count the channels in which the rule of the organization holds', () => {
  const channels = [
    channel({}),
    channel({ message_retention_days: 7 }),
    channel({ topics_policy: 'empty_topic_only', is_web_public: true }),
    channel({ is_archived: true }),
  ]
  expect(countEffects([], channels, 0, now)).toMatchObject({ keeping: 2, topics: 2, open: 1 })
})
