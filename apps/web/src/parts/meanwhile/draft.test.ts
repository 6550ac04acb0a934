import { expect, test } from 'vitest'
import { afterSaved, type Draft, shownOf, theirsOf } from './draft.ts'

const draft: Draft<string> = { value: 'mine', base: 'old' }
const sent = { ...draft, isSent: true }

/** Saves values one after another. Returns the value that is shown then, and the one of somebody else to choose. */
function follow(from: Draft<string> | undefined, ...saved: readonly string[]) {
  const left = saved.reduce(afterSaved, from)
  const last = saved.at(-1)!
  return { shown: shownOf(left, last), theirs: theirsOf(left, last) }
}

test('without a draft, the saved value is shown', () => {
  expect(follow(undefined, 'old', 'new')).toEqual({ shown: 'new', theirs: undefined })
})

test('a draft stays while nobody saves anything', () => {
  expect(follow(draft, 'old')).toEqual({ shown: 'mine', theirs: undefined })
})

test('a value that somebody else saves meanwhile stands beside the draft', () => {
  expect(follow(draft, 'theirs')).toEqual({ shown: 'mine', theirs: 'theirs' })
  expect(follow(draft, 'theirs', 'later')).toEqual({ shown: 'mine', theirs: 'later' })
})

test('if the other value is taken back, or is the same as the draft, there is nothing to choose', () => {
  expect(follow(draft, 'theirs', 'old')).toEqual({ shown: 'mine', theirs: undefined })
  expect(follow(draft, 'mine')).toEqual({ shown: 'mine', theirs: undefined })
})

test('a draft without a change follows what others save', () => {
  expect(follow({ value: 'old', base: 'old' }, 'theirs')).toEqual({ shown: 'theirs', theirs: undefined })
})

test('a draft ends when its value is saved', () => {
  expect(follow(sent, 'old')).toEqual({ shown: 'mine', theirs: undefined })
  expect(follow(sent, 'mine')).toEqual({ shown: 'mine', theirs: undefined })
  expect(follow(sent, 'mine', 'later')).toEqual({ shown: 'later', theirs: undefined })
})

test('a value that somebody saved just before, and that the draft replaced, can still be chosen', () => {
  expect(follow(sent, 'theirs')).toEqual({ shown: 'theirs', theirs: undefined })
  expect(follow(sent, 'theirs', 'mine')).toEqual({ shown: 'mine', theirs: 'theirs' })
  expect(follow(sent, 'theirs', 'mine', 'later')).toEqual({ shown: 'later', theirs: undefined })
})

test('a draft that was saved and undone at once leaves nothing behind', () => {
  expect(follow({ ...sent, isTaken: true }, 'old')).toEqual({ shown: 'old', theirs: undefined })
})

test('if the server changes a value, the page shows the changed one', () => {
  expect(follow(sent, 'Mine')).toEqual({ shown: 'Mine', theirs: undefined })
})
