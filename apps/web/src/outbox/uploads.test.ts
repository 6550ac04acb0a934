import { ApiError } from '@tagma/client/api-error.ts'
import { expect, test } from 'vitest'
import { type KeptFile, linkTo, UploadRunner, type Uploads } from './uploads.ts'

const to = { kind: 'topic', channelId: 5, topic: 'colors' } as const
const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

function given({ left = [] as KeptFile[], isOthers = false } = {}) {
  const world = {
    uploads: new Map() as Uploads,
    placed: [] as string[],
    posted: [] as (readonly [topic: string, link: string, id: string])[],
    kept: new Map<string, KeptFile>(left.map((file) => [file.id, file])),
    calls: [] as {
      readonly file: File
      readonly signal: AbortSignal
      readonly onProgress: (bytes: number) => void
      readonly place: string | undefined
      readonly onPlace: (place: string) => void
      readonly hurries: EventTarget
      readonly end: (error?: Error) => Promise<void>
    }[],
  }
  const runner = new UploadRunner({
    get: () => world.uploads,
    set: (uploads) => (world.uploads = uploads),
    send: (file, options) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => {
          if (error) reject(error)
          else resolve({ url: `/user_uploads/1/${file.name}`, filename: file.name })
          return settled()
        }
        world.calls.push({ file, ...options, end })
      }),
    place: (_to, link) => world.placed.push(link),
    post: (there, link, id) => world.posted.push([there.kind === 'topic' ? there.topic : '', link, id]),
    kept: {
      load: async () => [...world.kept.values()],
      put: async (file) => void world.kept.set(file.id, file),
      remove: async (id) => void world.kept.delete(id),
    },
    claim: async () => !isOthers,
  })
  const here = () =>
    (world.uploads.get('5 colors') ?? []).map(({ name, sent, reason }) => ({ name, sent, reason }))
  return { world, runner, here }
}

const named = (...names: string[]) => names.map((name) => new File(['warm'], name))

test('two files go at a time, and each becomes a link in the text', async () => {
  const { world, runner, here } = given()
  runner.add(to, named('a', 'b', '[c]'))
  expect(world.calls.map(({ file }) => file.name)).toEqual(['a', 'b'])
  world.calls[0]?.onProgress(3)
  expect(here()[0]).toEqual({ name: 'a', sent: 3, reason: undefined })
  for (const place of [0, 1, 2]) await world.calls[place]?.end()
  expect(world.placed).toEqual([
    '[a](/user_uploads/1/a)',
    '[b](/user_uploads/1/b)',
    String.raw`[\[c\]](/user_uploads/1/[c])`,
  ])
  expect(here()).toEqual([])
})

test('links get into the text in the order in which the files were chosen, whichever is there first', async () => {
  const { world, runner, here } = given()
  runner.add(to, named('a', 'b', 'c', 'd'))
  await world.calls[1]?.end()
  await world.calls[2]?.end()
  expect(world.placed).toEqual([])
  expect(here().map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  await world.calls[0]?.end(new Error('Too large'))
  expect(world.placed).toEqual(['[b](/user_uploads/1/b)', '[c](/user_uploads/1/c)'])
  await world.calls[3]?.end()
  expect(world.placed.at(-1)).toBe('[d](/user_uploads/1/d)')
  expect(here().map(({ name }) => name)).toEqual(['a'])
})

test('a recording goes at once, and a file that is taken away holds no other up', async () => {
  const { world, runner, here } = given()
  runner.add(to, named('a'))
  runner.addMessage(to, new File(['warm'], 'voice.webm'))
  await world.calls[1]?.end()
  expect(world.posted.map(([, link]) => link)).toEqual(['[voice.webm](/user_uploads/1/voice.webm)'])
  runner.add(to, named('b'))
  await world.calls[2]?.end()
  expect(world.placed).toEqual([])
  const [first] = world.uploads.get('5 colors') ?? []
  runner.cancel(to, first!.id)
  expect(world.placed).toEqual(['[b](/user_uploads/1/b)'])
  expect(here()).toEqual([])
})

test('a refused file says why until it is taken away', async () => {
  const { world, runner, here } = given()
  runner.add(to, named('a'))
  await world.calls[0]?.end(new ApiError(413, { msg: 'There is no room left.' }))
  expect(here()).toEqual([{ name: 'a', sent: 0, reason: 'There is no room left.' }])
  runner.cancel(to, world.uploads.get('5 colors')?.[0]?.id ?? '')
  expect(here()).toEqual([])
})

test('a cancelled file leaves no link, and the next one begins', async () => {
  const { world, runner, here } = given()
  runner.add(to, named('a', 'b', 'c'))
  const id = world.uploads.get('5 colors')?.[0]?.id ?? ''
  runner.cancel(to, id)
  expect(world.calls[0]?.signal.aborted).toBe(true)
  await world.calls[0]?.end()
  expect(world.placed).toEqual([])
  expect(world.calls.map(({ file }) => file.name)).toEqual(['a', 'b', 'c'])
  expect(here().map(({ name }) => name)).toEqual(['b', 'c'])
})

test('a file is kept, with its place on the server, until the server has it', async () => {
  const { world, runner } = given()
  runner.add(to, named('a', 'b'))
  world.calls[0]?.onPlace('/json/tus/1/a')
  expect([...world.kept.values()].map(({ file, place }) => [file.name, place])).toEqual([
    ['a', '/json/tus/1/a'],
    ['b', undefined],
  ])
  await world.calls[0]?.end()
  await world.calls[1]?.end(new ApiError(413, { msg: 'There is no room left.' }))
  expect(world.kept.size).toBe(0)
})

test('a later page goes on with what was left, at its place', async () => {
  const [file] = named('a')
  const { world, runner, here } = given({ left: [{ id: 'x', to, file: file!, place: '/json/tus/1/a' }] })
  await runner.start()
  expect(here()).toEqual([{ name: 'a', sent: 0, reason: undefined }])
  expect(world.calls.map(({ place }) => place)).toEqual(['/json/tus/1/a'])
  await world.calls[0]?.end()
  expect(world.placed).toEqual(['[a](/user_uploads/1/a)'])
  expect(world.kept.size).toBe(0)
})

test('a file that another tab sends is left to it', async () => {
  const [file] = named('a')
  const { world, runner, here } = given({ left: [{ id: 'x', to, file: file! }], isOthers: true })
  await runner.start()
  expect([here(), world.calls.length, world.kept.size]).toEqual([[], 0, 1])
})

test('a cancelled file is not kept', () => {
  const { world, runner } = given()
  runner.add(to, named('a'))
  runner.cancel(to, world.uploads.get('5 colors')?.[0]?.id ?? '')
  expect(world.kept.size).toBe(0)
})

test('when the connection is back, files that wait for it are told', () => {
  const { world, runner } = given()
  runner.add(to, named('a', 'b'))
  const told: string[] = []
  for (const { file, hurries } of world.calls) hurries.addEventListener('hurry', () => told.push(file.name))
  runner.hurry()
  expect(told).toEqual(['a', 'b'])
})

const recording = (type = 'audio/webm') => new File(['hello'], 'voice.webm', { type })

test('a recording is sent as a message of its own, which its text need not wait for', async () => {
  const { world, runner } = given()
  runner.addMessage(to, recording())
  const [upload] = world.uploads.get('5 colors') ?? []
  expect(upload?.isMessage).toBe(true)
  expect([...world.kept.values()].map(({ isMessage }) => isMessage)).toEqual([true])
  await world.calls[0]?.end()
  expect(world.placed).toEqual([])
  expect(world.posted).toEqual([['colors', '![voice.webm](/user_uploads/1/voice.webm)', upload?.id]])
  expect(world.kept.size).toBe(0)
})

test('a later page sends a recording that was left, under the same name', async () => {
  const { world, runner } = given({ left: [{ id: 'x', to, file: recording(), isMessage: true }] })
  await runner.start()
  await world.calls[0]?.end()
  expect(world.posted.map(([, , id]) => id)).toEqual(['x'])
})

test('a refused recording stays on the device, and can be sent again', async () => {
  const { world, runner, here } = given()
  runner.addMessage(to, recording())
  await world.calls[0]?.end(new ApiError(413, { msg: 'There is no room left.' }))
  const [upload] = world.uploads.get('5 colors') ?? []
  expect(here()).toEqual([{ name: 'voice.webm', sent: 0, reason: 'There is no room left.' }])
  expect([world.kept.size, runner.fileOf(upload!.id)?.name]).toEqual([1, 'voice.webm'])
  runner.retry(upload!.id)
  expect(here()).toEqual([{ name: 'voice.webm', sent: 0, reason: undefined }])
  await world.calls[1]?.end()
  expect(world.posted).toHaveLength(1)
  expect([here(), world.kept.size, runner.fileOf(upload!.id)]).toEqual([[], 0, undefined])
})

test('any refused file can be sent again', async () => {
  const { world, runner } = given()
  runner.add(to, named('a'))
  await world.calls[0]?.end(new ApiError(413, { msg: 'There is no room left.' }))
  runner.retry(world.uploads.get('5 colors')?.[0]?.id ?? '')
  await world.calls[1]?.end()
  expect(world.placed).toEqual(['[a](/user_uploads/1/a)'])
})

test('files go with a conversation that is moved, wherever they are', async () => {
  const { world, runner, here } = given()
  runner.addMessage(to, recording())
  runner.add(to, named('b', 'c'))
  await world.calls[1]?.end(new ApiError(413, { msg: 'There is no room left.' }))
  runner.move(to, { ...to, topic: 'palette' })
  expect(here()).toEqual([])
  expect((world.uploads.get('5 palette') ?? []).map(({ name }) => name)).toEqual(['voice.webm', 'b', 'c'])
  expect([...world.kept.values()].map(({ to: there }) => 'topic' in there && there.topic)).toEqual([
    'palette',
    'palette',
  ])
  await world.calls[0]?.end()
  expect(world.posted[0]?.[0]).toBe('palette')
  await world.calls[2]?.end()
  expect((world.uploads.get('5 palette') ?? []).map(({ name }) => name)).toEqual(['b'])
})

test.each([
  ['audio/mpeg', '![a](/x)'],
  ['audio/webm', '![a](/x)'],
  ['audio/midi', '[a](/x)'],
  ['video/webm', '[a](/x)'],
  ['', '[a](/x)'],
])('a file of the type "%s" is %s', (type, link) => {
  expect(linkTo('a', '/x', type)).toBe(link)
})
