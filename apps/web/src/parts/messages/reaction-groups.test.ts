import type { Reaction } from '@tagma/contract/objects/message.ts'
import { expect, test } from 'vitest'
import { areNamed, reactionGroups } from './reaction-groups.ts'

const given = (user_id: number, fields: Partial<Reaction> = {}): Reaction => ({
  emoji_name: 'tada',
  emoji_code: '1f389',
  reaction_type: 'unicode_emoji',
  user_id,
  ...fields,
})

test('reactions with one emoji are one group, in the order in which emoji came', () => {
  const smile = { emoji_name: 'smile', emoji_code: '1f642' }
  const groups = reactionGroups([given(1), given(2, smile), given(3), given(1)])
  expect(groups.map(({ name, userIds }) => [name, ...userIds])).toEqual([
    ['tada', 1, 3],
    ['smile', 2],
  ])
})

test('an emoji under another name is the same emoji; one of another namespace is not', () => {
  expect(reactionGroups([given(1), given(2, { emoji_name: 'party' })])).toHaveLength(1)
  expect(reactionGroups([given(1), given(2, { reaction_type: 'realm_emoji' })])).toHaveLength(2)
  const extra = { emoji_code: 'zulip', emoji_name: 'zulip' }
  expect(
    reactionGroups([
      given(1, { ...extra, reaction_type: 'zulip_extra_emoji' }),
      given(2, { ...extra, reaction_type: 'service_extra_emoji' }),
    ]),
  ).toHaveLength(1)
})

test('three people are named, four are counted, and none is named where the reader does not want it', () => {
  const of = (count: number) => reactionGroups(Array.from({ length: count }, (_, id) => given(id)))[0]!
  expect(areNamed(of(3), true)).toBe(true)
  expect(areNamed(of(4), true)).toBe(false)
  expect(areNamed(of(1), false)).toBe(false)
})
