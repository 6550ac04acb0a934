import { expect, test } from 'vitest'
import { furtherFor } from './create-channel.ts'

const further = { is_default_stream: true, can_create_topic_group: 7, topics_policy: 'inherit' } as const

test('a channel gets no setting that its kind cannot have', () => {
  expect(furtherFor('public', further)).toEqual(further)
  expect(furtherFor('private', further)).toEqual({ can_create_topic_group: 7, topics_policy: 'inherit' })
  expect(furtherFor('private-protected', further)).toEqual({ topics_policy: 'inherit' })
  expect(furtherFor('web-public', {})).toEqual({})
})
