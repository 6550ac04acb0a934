import { expect, test } from 'vitest'
import { namedStories } from './named-stories.ts'

test('the files and titles of the list are found, whatever stands for their variable parts', () => {
  const { files, titles } = namedStories()
  expect(files).toContain('apps/web/test/stories/writing.test.ts')
  expect(files).toContain('apps/web/test/stories/last-screen.test.ts')
  expect(files).not.toContain('apps/web/test/stories/tooltips.test.ts')
  expect(titles.test('on a phone, a link leads through the sign-in to its message')).toBe(true)
  expect(titles.test('signing out forgets where one stopped')).toBe(true)
  expect(titles.test('a link leads through the sign-in')).toBe(false)
})
