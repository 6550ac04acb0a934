import { afterEach, expect, test, vi } from 'vitest'
import { allEmoji } from '#parts/completion/emoji.ts'
import { quickEmoji } from './quick-emoji.ts'

afterEach(() => vi.unstubAllGlobals())

const names = ['+1', 'tada', 'smile', 'heart', 'check', 'eyes', 'joy', 'turtle']
const all = allEmoji(Object.fromEntries(names.map((name, index) => [`1f60${index}`, [name]])), [], {
  name: 'zulip',
  url: '/zulip.png',
})

/** Has the device remember these names. */
const used = (...recent: string[]) => vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(recent) })

test('six emoji stand in the row: those used last, then popular ones, each once', () => {
  used('turtle', 'heart', 'gone')
  expect(quickEmoji(all).map(({ name }) => name)).toEqual(['turtle', 'heart', '+1', 'tada', 'smile', 'check'])
})

test('whoever used none yet gets the popular ones', () => {
  used()
  expect(quickEmoji(all).map(({ name }) => name)).toEqual(['+1', 'tada', 'smile', 'heart', 'check', 'eyes'])
})
