import { expect, test } from 'vitest'
import { applyEvent, type Reducers } from './apply-event.ts'
import type { State } from './state.ts'

const state: State = { queue_id: 'queue', last_event_id: -1, alert_words: ['design'] } as State

test('an event changes what it tells of', () => {
  expect(applyEvent(state, { type: 'alert_words', alert_words: ['launch'], id: 1 })).toEqual({
    ...state,
    alert_words: ['launch'],
  })
})

test.each(['heartbeat', 'typing', 'a_type_of_a_newer_server', 'constructor'])(
  'an event of type %s changes nothing',
  (type) => {
    expect(applyEvent(state, { type, id: 1 })).toEqual(state)
  },
)

test('every event type has a reducer of its own, or says that it has no state', () => {
  const take = (reducers: Reducers) => reducers
  const incomplete = {} as Omit<Reducers, 'alert_words'>
  // @ts-expect-error: nothing takes in alert words.
  expect(take({ ...incomplete })).toEqual({})
  // @ts-expect-error: no event is like that.
  expect(take({ ...incomplete, alert_words: 'no state', alert_wordz: 'no state' })).toBeDefined()
  // @ts-expect-error: this reads a field that the event does not have.
  expect(take({ ...incomplete, alert_words: (before, event) => event.words ?? before })).toBeDefined()
})
