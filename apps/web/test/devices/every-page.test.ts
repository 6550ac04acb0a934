import { beforeAll, expect, test } from 'vitest'
import { stage } from '#test/story.ts'
import { problemsOf } from './page-problems.ts'
import { addHardCases, addOwnLists, insidePages, outsidePages } from './pages.ts'

// Every page, for everybody: without findings of axe in each scheme, whole at 320 px and enlarged, at rest, with borders.
// Three browsers share them: to open one for each page takes longer than to read it.

const story = stage()
let groupId: number
beforeAll(async () => {
  await addHardCases(story.world)
  groupId = await addOwnLists(story.world, 'iris')
})

/** Milliseconds for a third of the pages on a machine that is busy. */
const patience = 600_000

/** A third of the pages: each test has a browser of its own, and says earlier what it found. */
test.each([0, 1, 2])(
  'whoever is signed in reads every page as everybody else (%i)',
  { timeout: patience },
  async (part) => {
    const page = await story.open('iris')
    const found: string[] = []
    for (const [index, sight] of insidePages(story.world, groupId).entries())
      if (index % 3 === part) found.push(...(await problemsOf(page, sight)))
    expect(found).toEqual([])
  },
)

test('whoever is not signed in reads every page', async () => {
  story.expectComplaint(/40[034]|410/)
  const page = await story.openSignedOut({ path: '/login/' })
  const found: string[] = []
  for (const sight of await outsidePages(story.world)) found.push(...(await problemsOf(page, sight)))
  expect(found).toEqual([])
})
