import type { ServerEvent } from '@tagma/client/server-event.ts'
import { expect, test } from 'vitest'
import { movedBy } from './moved.ts'

const event = (fields: object) => ({ type: 'update_message', ...fields }) as unknown as ServerEvent
const whole = { stream_id: 5, orig_subject: 'colors', propagate_mode: 'change_all' }

test('a topic that was renamed or went to another channel is a move', () => {
  const from = { kind: 'topic', channelId: 5, topic: 'colors' }
  expect(movedBy(event({ ...whole, subject: 'palette' }))).toEqual({
    from,
    to: { kind: 'topic', channelId: 5, topic: 'palette' },
  })
  expect(movedBy(event({ ...whole, new_stream_id: 6 }))).toEqual({
    from,
    to: { kind: 'topic', channelId: 6, topic: 'colors' },
  })
})

test('a part of a topic, an edit and another case of the name are no moves of what is written', () => {
  expect(movedBy(event({ ...whole, propagate_mode: 'change_later', subject: 'palette' }))).toBeUndefined()
  expect(movedBy(event({ stream_id: 5, content: 'Warm' }))).toBeUndefined()
  expect(movedBy(event({ ...whole, subject: 'Colors' }))).toBeUndefined()
})
