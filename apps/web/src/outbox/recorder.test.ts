import { expect, test } from 'vitest'
import { type KeptRecording, type Microphone, NoMicrophone, Recorder } from './recorder.ts'
import type { Recordings } from './recordings.ts'

const to = { kind: 'topic', channelId: 5, topic: 'colors' } as const
const other = { kind: 'people', userIds: [7] } as const
const kib = 1024

interface Left {
  readonly recording: KeptRecording
  readonly parts: readonly Blob[]
}

function given({ left = [] as Left[], isOthers = false, mostBytes = 200 * kib } = {}) {
  const world = {
    recordings: new Map() as Recordings,
    now: 1000,
    isOn: false,
    problem: undefined as NoMicrophone | undefined,
    kept: new Map<string, KeptRecording>(left.map(({ recording }) => [recording.id, recording])),
    parts: new Map<string, Blob>(),
    listeners: undefined as Parameters<ConstructorParameters<typeof Recorder>[0]['open']>[0] | undefined,
    opened: () => {},
  }
  const microphone: Microphone = {
    type: 'audio/webm',
    level: () => 0.5,
    flush: () => world.listeners?.onPart(new Blob(['flushed'])),
    async stop() {
      world.isOn = false
      world.listeners?.onPart(new Blob(['end']))
    },
  }
  const recorder = new Recorder({
    get: () => world.recordings,
    set: (recordings) => (world.recordings = recordings),
    clock: { now: () => world.now },
    open: async (listeners) => {
      world.listeners = listeners
      await new Promise<void>((resolve) => (world.opened = resolve))
      if (world.problem) throw world.problem
      world.isOn = true
      return microphone
    },
    kept: {
      load: async () => left,
      put: async (recording) => void world.kept.set(recording.id, recording),
      addPart: async (id, number, part) => void world.parts.set(`${id} ${number}`, part),
      remove: async (id) => void world.kept.delete(id),
    },
    claim: async () => !isOthers,
    mostBytes: () => mostBytes,
    nameOf: (startedAt, type) => `${startedAt} ${type}`,
    finish: async (sound, seconds) => new Blob([`${seconds}:`, sound]),
  })
  /** Begins a recording, with the microphone on. */
  const begin = async (place: Parameters<Recorder['start']>[0] = to) => {
    const started = recorder.start(place)
    world.opened()
    await started
  }
  const here = (key = '5 colors') => world.recordings.get(key)
  return { world, recorder, begin, here }
}

const textOf = (recording: ReturnType<ReturnType<typeof given>['here']>) =>
  recording?.phase === 'done' ? recording.file.text() : undefined

test('what is recorded waits in its place, whole and with its length, and the microphone is off', async () => {
  const { world, recorder, begin, here } = given()
  await begin()
  expect([here()?.phase, world.isOn, recorder.place]).toEqual(['running', true, to])
  world.listeners?.onPart(new Blob(['hello ']))
  world.now += 2500
  expect(await recorder.stop()).toBe(true)
  expect([world.isOn, recorder.place]).toEqual([false, undefined])
  expect(here()).toMatchObject({ phase: 'done', seconds: 2.5, startedAt: 1000, ended: undefined })
  expect(await textOf(here())).toBe('2.5:hello end')
  const taken = recorder.take(to)
  expect([taken?.file.name, taken?.file.type, here(), world.kept.size]).toEqual([
    '1000 audio/webm',
    'audio/webm',
    undefined,
    0,
  ])
})

test('each second is kept at once, and what a page leaves is there in the next one', async () => {
  const { world, recorder, begin, here } = given()
  await begin()
  world.listeners?.onPart(new Blob(['one ']))
  recorder.flush()
  const [recording] = world.kept.values()
  expect([recording?.seconds, world.parts.size]).toEqual([undefined, 2])
  const next = given({ left: [{ recording: recording!, parts: [...world.parts.values()] }] })
  await next.recorder.resume()
  expect(next.here()).toMatchObject({ phase: 'done', seconds: 2, ended: 'left', id: here()?.id })
  expect(await textOf(next.here())).toBe('2:one flushed')
})

test('a recording that another tab makes is left to it, and one without sound is forgotten', async () => {
  const recording = { id: 'x', to, startedAt: 1, type: 'audio/webm' }
  const others = given({ left: [{ recording, parts: [new Blob(['a'])] }], isOthers: true })
  await others.recorder.resume()
  expect([others.here(), others.world.kept.size]).toEqual([undefined, 1])
  const empty = given({ left: [{ recording, parts: [] }] })
  await empty.recorder.resume()
  expect([empty.here(), empty.world.kept.size]).toEqual([undefined, 0])
})

test('a microphone that opens too late is let go, and nothing is recorded', async () => {
  const { world, recorder, here } = given()
  const started = recorder.start(to)
  expect(here()?.phase).toBe('opening')
  expect(await recorder.stop()).toBe(false)
  world.opened()
  await started
  await Promise.resolve()
  expect([here(), world.isOn, world.kept.size]).toEqual([undefined, false, 0])
})

test('a problem is told in its place, until the next attempt', async () => {
  const { world, recorder, begin, here } = given()
  world.problem = new NoMicrophone('refused')
  await begin()
  expect(here()).toMatchObject({ phase: 'problem', problem: 'refused' })
  world.problem = undefined
  await begin()
  expect(here()?.phase).toBe('running')
  await recorder.discard(to)
  world.problem = new NoMicrophone('missing')
  await begin()
  expect([recorder.take(to), here()]).toEqual([undefined, undefined])
})

test('one recording runs at a time, and one waits in each place', async () => {
  const { world, recorder, begin, here } = given()
  await begin()
  await recorder.start(other)
  expect([...world.recordings.keys()]).toEqual(['5 colors'])
  await recorder.stop()
  const { id } = here()!
  await recorder.start(to)
  expect(here()?.id).toBe(id)
  await begin(other)
  expect(here('dm 7')?.phase).toBe('running')
})

test('a recording ends by itself where files may not be larger, and before that says how long it may be', async () => {
  const { world, recorder, begin, here } = given()
  await begin()
  expect(recorder.secondsLeft()).toBe(136 * kib)
  world.listeners?.onPart(new Blob(['x'.repeat(34 * kib)]))
  world.now += 10_000
  // 34 KiB in 10 seconds; 136 KiB are free.
  expect(recorder.secondsLeft()).toBe(30)
  world.listeners?.onPart(new Blob(['x'.repeat(103 * kib)]))
  await new Promise((resolve) => setTimeout(resolve))
  expect([here(), world.isOn]).toMatchObject([{ phase: 'done', ended: 'full' }, false])
})

test('a microphone that is taken away ends the recording, and leaves what there is', async () => {
  const { world, begin, here } = given()
  await begin()
  world.listeners?.onLost()
  await new Promise((resolve) => setTimeout(resolve))
  expect(here()).toMatchObject({ phase: 'done', ended: 'lost' })
})

test('what is thrown away is off the device, and can be brought back', async () => {
  const { world, recorder, begin, here } = given()
  await begin()
  const thrown = await recorder.discard(to)
  expect([here(), world.kept.size, world.isOn]).toEqual([undefined, 0, false])
  expect(recorder.restore(thrown!)).toBe(true)
  await Promise.resolve()
  expect(here()).toBe(thrown)
  expect(world.kept.get(thrown!.id)).toMatchObject({ seconds: 0, type: 'audio/webm' })
  expect(recorder.restore(thrown!)).toBe(false)
})

test('a recording goes with a conversation that is moved, while it runs and after', async () => {
  const { world, recorder, begin, here } = given()
  const moved = { ...to, topic: 'palette' }
  await begin()
  recorder.move(to, moved)
  expect([here(), here('5 palette')?.phase, recorder.place]).toEqual([undefined, 'running', moved])
  await recorder.stop()
  expect(here('5 palette')?.phase).toBe('done')
  recorder.move(moved, to)
  expect([here()?.to, [...world.kept.values()].map((kept) => kept.to)]).toEqual([to, [to]])
})

test('the finger that holds the button is shown, before and after the microphone opens', async () => {
  const { world, recorder, here } = given()
  const started = recorder.start(to)
  recorder.hold('here')
  expect(here()).toMatchObject({ phase: 'opening', held: 'here' })
  world.opened()
  await started
  expect(here()).toMatchObject({ phase: 'running', held: 'here' })
  recorder.hold('away')
  expect(here()).toMatchObject({ phase: 'running', held: 'away' })
})
