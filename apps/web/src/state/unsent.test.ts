import { expect, test } from 'vitest'
import { isNothing, unsentOf } from './unsent.ts'

const to = { kind: 'topic', channelId: 5, topic: 'colors' } as const
const entry = (state: object) => ({ localId: 'a', queueId: 'q', to, content: 'x', writtenAt: 0, state })
const draft = (content: string, synced: string) => ({ to, content, synced, editedAt: 0 })
interface Parts {
  readonly outbox?: object[]
  readonly drafts?: object[]
  readonly uploads?: object[]
  readonly recordings?: object[]
}
const known = (parts: Parts) =>
  unsentOf({
    outbox: parts.outbox ?? [],
    drafts: new Map((parts.drafts ?? []).map((each, place) => [String(place), each])),
    uploads: new Map([['5 colors', parts.uploads ?? []]]),
    recordings: new Map((parts.recordings ?? []).map((each, place) => [String(place), each])),
  } as never)

test('what waits, failed or is under way counts; what the server has taken does not', () => {
  const outbox = [
    entry({ kind: 'queued', tries: 0, notBefore: 0 }),
    entry({ kind: 'sending', tries: 1 }),
    entry({ kind: 'failed', reason: 'No.' }),
    entry({ kind: 'sent', messageId: 7 }),
  ]
  expect(known({ outbox })).toEqual({ messages: 3, drafts: 0, files: 0, recordings: 0 })
})

test('a draft counts while the server has another text', () => {
  const drafts = [draft('warm', ''), draft('warm grey', 'warm'), draft('grey', 'grey'), draft('', 'deleted')]
  expect(known({ drafts }).drafts).toBe(2)
})

test('a file counts until it is sent or refused', () => {
  expect(known({ uploads: [{ id: 'a' }, { id: 'b', reason: 'Too large.' }] }).files).toBe(1)
})

test('a recording counts while it runs, waits, or is on its way, and when it is refused', () => {
  const recordings = [{ phase: 'running' }, { phase: 'done' }, { phase: 'opening' }, { phase: 'problem' }]
  const uploads = [
    { id: 'a', isMessage: true },
    { id: 'b', isMessage: true, reason: 'Too large.' },
  ]
  expect(known({ recordings, uploads })).toEqual({ messages: 0, drafts: 0, files: 0, recordings: 4 })
  expect(isNothing(known({ recordings }))).toBe(false)
})

test('nothing is nothing', () => {
  expect(isNothing(known({}))).toBe(true)
  expect(isNothing(known({ drafts: [draft('warm', '')] }))).toBe(false)
})
