import { expect, test } from 'vitest'
import type { App } from '#state/use-app.ts'
import { ReadMarks } from './read-marks.ts'

/** A page that knows unread messages, and the ids that the server is told of. */
function given(...ids: number[]) {
  const byId = new Map(
    ids.map((id) => [id, { id, flags: [] as string[], type: 'stream', stream_id: 5, subject: 'colors' }]),
  )
  const told: (readonly number[])[] = []
  const known = { state: undefined, messages: { byId } }
  const app = {
    store: { get: () => known, set: () => undefined },
    clock: { now: () => 0 },
    client: {
      call: async (_: unknown, { messages }: { messages: readonly number[] }) => told.push(messages),
    },
  } as unknown as App
  return { byId, told, marks: new ReadMarks(app) }
}

test('messages that were deleted before the server heard that they were read are not named to it', async () => {
  const { byId, told, marks } = given(7, 8, 9)
  marks.add([9, 7, 8])
  byId.delete(8)
  await marks.flush()
  expect(told).toEqual([[7, 9]])
})

test('if all of them were deleted, the server is not told', async () => {
  const { byId, told, marks } = given(7)
  marks.add([7])
  byId.clear()
  await marks.flush()
  expect(told).toEqual([])
})
