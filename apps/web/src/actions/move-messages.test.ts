import { expect, test } from 'vitest'
import { mostSingly, undoProblem } from './move-messages.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('a move into a new topic can be undone, whatever it takes along', () => {
  expect(undoProblem({ isMerge: false, ids: undefined })).toBeUndefined()
  expect(undoProblem({ isMerge: false, ids: ids(5000) })).toBeUndefined()
})

test('messages that join others come back if they are known, and not too many', () => {
  expect(undoProblem({ isMerge: true, ids: ids(mostSingly) })).toBeUndefined()
  expect(undoProblem({ isMerge: true, ids: ids(mostSingly + 1) })).toBe('many')
  expect(undoProblem({ isMerge: true, ids: undefined })).toBe('unknown')
})
