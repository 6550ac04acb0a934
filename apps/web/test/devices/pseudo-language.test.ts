import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { beforeAll, expect, test } from 'vitest'
import { clientForTests } from '#test/client-for-tests.ts'
import { stage } from '#test/story.ts'
import { addHardCases, addOwnLists, everything } from './pages.ts'
import { dataOf, pseudoProblems } from './pseudo-problems.ts'
import { allSights } from './pseudo-sights.ts'

// Reads every page in a language that nobody speaks: all its texts come from the catalogs, longer words have room, and a
// mirrored page is mirrored everywhere.

const story = stage({ TAGMA_WEB_CLIENT: await clientForTests('pseudo') })
let groupId: number
beforeAll(async () => {
  const { world } = story
  await addHardCases(world)
  groupId = await addOwnLists(world, 'olive')
  // An owner sees the most controls.
  await world.people.olive.call(subscribe, { subscriptions: [{ name: 'design' }] })
  await world.send('olive', { channel: 'design', topic: everything }, 'Paper first.')
})

test.each([0, 1, 2])(
  'every page speaks, has room and can be mirrored (%i)',
  { timeout: 600_000 },
  async (part) => {
    const page = await story.open('olive')
    const data = dataOf(story.world)
    const found: string[] = []
    for (const [index, sight] of allSights(story.world, groupId).entries())
      if (index % 3 === part) found.push(...(await pseudoProblems(page, sight, data)))
    expect(found).toEqual([])
  },
)
