import type { ServerEvent } from '@tagma/client/server-event.ts'
import { expect, test } from 'vitest'
import { movedTo } from './moved-to.ts'

const colors = { channelId: 5, topic: 'colors' }
const move = (fields: object) =>
  ({ type: 'update_message', user_id: 11, stream_id: 5, ...fields }) as unknown as ServerEvent

test('the newest move out of the topic counts, in any case', () => {
  const events = [
    move({ orig_subject: 'colors', subject: 'paint' }),
    move({ orig_subject: 'Colors', subject: 'palette' }),
  ]
  expect(movedTo(events, colors)).toEqual({ to: { channelId: 5, topic: 'palette' }, userId: 11 })
})

test('a move to another channel keeps the topic, or changes it too', () => {
  expect(movedTo([move({ orig_subject: 'colors', new_stream_id: 6 })], colors)?.to).toEqual({
    channelId: 6,
    topic: 'colors',
  })
  expect(movedTo([move({ orig_subject: 'colors', subject: 'print', new_stream_id: 6 })], colors)?.to).toEqual(
    {
      channelId: 6,
      topic: 'print',
    },
  )
})

test('edits of texts and moves of other topics are no moves of this one', () => {
  expect(movedTo([move({}), move({ orig_subject: 'logo', subject: 'colors' })], colors)).toBeUndefined()
  expect(movedTo([{ type: 'heartbeat' } as unknown as ServerEvent], colors)).toBeUndefined()
})
