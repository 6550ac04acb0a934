import { beforeAll, expect, test } from 'vitest'
import { clientForTests } from '#test/client-for-tests.ts'
import { addHardCases, addOwnLists } from '#test/devices/pages.ts'
import { dataOf, pseudoProblems } from '#test/devices/pseudo-problems.ts'
import { allSights } from '#test/devices/pseudo-sights.ts'
import { stage } from '#test/story.ts'

// A few pages in a language that nobody speaks. `npm run test:web -- --all` reads all of them.

const story = stage({ TAGMA_WEB_CLIENT: await clientForTests('pseudo') })
let groupId: number
beforeAll(async () => {
  await addHardCases(story.world)
  groupId = await addOwnLists(story.world, 'iris')
})

const few = [
  'conversation',
  'inbox',
  'palette',
  'menu of a message',
  'preferences',
  'people of the organization',
]

test('39. Languages and settings: in a longer and mirrored language, pages say nothing outside of the catalogs, have room, and turn round', async () => {
  const page = await story.open('iris')
  const data = dataOf(story.world)
  const sights = allSights(story.world, groupId).filter(({ name }) => few.includes(name))
  expect(sights).toHaveLength(few.length)
  const found: string[] = []
  for (const sight of sights) found.push(...(await pseudoProblems(page, sight, data)))
  expect(found).toEqual([])
})
