import { expect, test } from 'vitest'
import { applyToMessages } from './apply-to-messages.ts'
import { arrivedSince } from './arrivals.ts'
import { factsOf } from './facts.ts'
import { givenMessage, givenState } from './given-messages.ts'
import { emptyMessages } from './messages.ts'
import { canonicalNarrow, topicNarrow } from './narrow.ts'

const facts = factsOf(givenState())
const narrow = canonicalNarrow(topicNarrow(5, 'Colors'), 10)

test('messages of the narrow that came later are found, though no window holds them', () => {
  const come = (messages: typeof emptyMessages, id: number, subject: string) =>
    applyToMessages(
      messages,
      { type: 'message', id, message: givenMessage(id, { subject }), flags: [] },
      facts,
    )
  const before = come(emptyMessages, 1, 'colors')
  const now = [2, 3, 4].reduce((all, id) => come(all, id, id === 3 ? 'logo' : 'colors'), before)
  expect(arrivedSince(now, narrow, before.position, facts).map(({ id }) => id)).toEqual([2, 4])
  expect(arrivedSince(now, narrow, now.position, facts)).toEqual([])
})
