import { ApiError } from '@tagma/client/api-error.ts'
import { expect, test } from 'vitest'
import type { Destination } from './destination.ts'
import { DraftKeeper, type DraftStore } from './draft-keeper.ts'
import type { Draft, Drafts } from './drafts.ts'

const colors: Destination = { kind: 'topic', channelId: 5, topic: 'colors' }
const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

function given({ isSynced = true, left = [] }: { isSynced?: boolean; left?: readonly Draft[] } = {}) {
  const world = {
    drafts: new Map() as Drafts,
    calls: [] as string[],
    kept: left,
    failure: undefined as Error | undefined,
    timer: undefined as (() => void) | undefined,
  }
  const call = async (text: string) => {
    world.calls.push(text)
    if (world.failure) throw world.failure
  }
  const kept: DraftStore = {
    load: async () => world.kept,
    save: async (drafts) => void (world.kept = drafts),
  }
  const keeper = new DraftKeeper({
    kept,
    clock: {
      now: () => 5000,
      after: (_milliseconds, work) => {
        world.timer = work
        return () => (world.timer = undefined)
      },
    },
    get: () => world.drafts,
    set: (drafts) => (world.drafts = drafts),
    isSynced: () => isSynced,
    create: async ({ content }) => (await call(`create ${content}`), 7),
    edit: (id, { content }) => call(`edit ${id} ${content}`),
    delete: (id) => call(`delete ${id}`),
  })
  const rest = async () => {
    world.timer?.()
    await settled()
  }
  return { world, keeper, rest }
}

test('a text is on the device at once, and on the server after a rest', async () => {
  const { world, keeper, rest } = given()
  keeper.write(colors, 'W')
  keeper.write(colors, 'Warm')
  expect(world.kept.map(({ content }) => content)).toEqual(['Warm'])
  expect(world.calls).toEqual([])
  await rest()
  keeper.write(colors, 'Warm grey')
  await rest()
  keeper.end(colors)
  await settled()
  expect(world.calls).toEqual(['create Warm', 'edit 7 Warm grey', 'delete 7'])
  expect(world.drafts.size).toBe(0)
})

test('without synchronization, the server gets nothing', async () => {
  const { world, keeper, rest } = given({ isSynced: false })
  keeper.write(colors, 'Warm')
  await rest()
  keeper.take([])
  expect(world.calls).toEqual([])
  expect(world.drafts.size).toBe(1)
})

test('a draft that another client deleted is made again when one writes on', async () => {
  const { world, keeper, rest } = given({
    left: [{ to: colors, content: 'Warm', synced: 'Cold', serverId: 3, editedAt: 1000 }],
  })
  world.failure = new ApiError(404, { msg: 'There is no such draft.' })
  await keeper.start()
  await settled()
  world.failure = undefined
  keeper.take([])
  keeper.write(colors, 'Warm grey')
  await rest()
  expect(world.calls.at(-1)).toBe('create Warm grey')
})

test('without network, the text stays and is tried again', async () => {
  const { world, keeper, rest } = given()
  world.failure = new TypeError('Failed to fetch')
  keeper.write(colors, 'Warm')
  await rest()
  world.failure = undefined
  await rest()
  expect(world.calls).toEqual(['create Warm', 'create Warm'])
  expect(world.drafts.get('5 colors')).toMatchObject({ synced: 'Warm', serverId: 7 })
})
