import { expect, test } from 'vitest'
import { otherStories } from './other-stories.ts'

test('stories of the list are none of the others', () => {
  const others = otherStories()
  expect(others).toContain('apps/web/test/stories/tooltips.test.ts')
  expect(others).not.toContain('apps/web/test/stories/writing.test.ts')
})
