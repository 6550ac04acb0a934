import { expect, test } from 'vitest'
import { afterSaved, type Draft, shownOf, theirsOf } from './draft.ts'

const draft: Draft<string> = { value: 'mine', base: 'old' }
const sent = { ...draft, isSent: true }

/** The draft after several saved values, one after another, with the value shown and the one to choose from. */
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

test('a value taken back, or the same as the draft, leaves nothing to choose', () => {
  expect(follow(draft, 'theirs', 'old')).toEqual({ shown: 'mine', theirs: undefined })
  expect(follow(draft, 'mine')).toEqual({ shown: 'mine', theirs: undefined })
})

test('a draft that says what was there follows what others save', () => {
  expect(follow({ value: 'old', base: 'old' }, 'theirs')).toEqual({ shown: 'theirs', theirs: undefined })
})

test('one’s own value that comes back as saved is no draft any more', () => {
  expect(follow(sent, 'old')).toEqual({ shown: 'mine', theirs: undefined })
  expect(follow(sent, 'mine')).toEqual({ shown: 'mine', theirs: undefined })
  expect(follow(sent, 'mine', 'later')).toEqual({ shown: 'later', theirs: undefined })
})

test('a value that was saved just before one’s own is named after it was replaced', () => {
  expect(follow(sent, 'theirs')).toEqual({ shown: 'theirs', theirs: undefined })
  expect(follow(sent, 'theirs', 'mine')).toEqual({ shown: 'mine', theirs: 'theirs' })
  expect(follow(sent, 'theirs', 'mine', 'later')).toEqual({ shown: 'later', theirs: undefined })
})

test('one’s own value that came and was undone at once leaves nothing behind', () => {
  expect(follow({ ...sent, isTaken: true }, 'old')).toEqual({ shown: 'old', theirs: undefined })
})

test('a value that the server writes otherwise is shown as saved', () => {
  expect(follow(sent, 'Mine')).toEqual({ shown: 'Mine', theirs: undefined })
})
