import type { Message } from '@tagma/sync/messages/message.ts'
import { expect, test } from 'vitest'
import { leastHeight } from './least-height.ts'

const message = (content: string, more: Partial<Message> = {}) =>
  ({ content, flags: [], sender_id: 1, is_me_message: false, ...more }) as unknown as Message
const nobody: ReadonlySet<number> = new Set()
const size = { width: 400, letter: 16, line: 20 }
const height = (content: string, more?: Partial<Message>, muted = nobody) =>
  leastHeight(message(content, more), message(''), muted, size)

// Of the same sender as the one before: 2 pixels above the text and 2 below.
const lines = (count: number) => count * size.line + 4

test('a message is as high as its paragraphs, items and breaks at least', () => {
  expect(height('<p>One</p>')).toBe(lines(1))
  expect(height('')).toBe(lines(1))
  expect(height('<p>One<br>\ntwo</p>\n<ul>\n<li>three</li>\n</ul>')).toBe(lines(3))
  expect(height('<ul>\n<li>\n<p>One</p>\n</li>\n</ul>')).toBe(lines(1))
})

test('lines are broken where the text is wider than the list, by narrow letters', () => {
  // 400 / (0.4 · 16) = 62.5 letters
  expect(height(`<p>${'a'.repeat(62)}</p>`)).toBe(lines(1))
  expect(height(`<p>${'a'.repeat(63)}</p>`)).toBe(lines(2))
  expect(height(`<p><strong>${'a'.repeat(40)}</strong> <em>short</em></p>`)).toBe(lines(1))
  expect(
    leastHeight(message(`<p>${'a'.repeat(900)}</p>`), message(''), nobody, { ...size, width: Infinity }),
  ).toBe(lines(1))
})

test('code is not broken, has lower lines, and a frame', () => {
  const code = `<div class="codehilite"><pre><span></span><code>${'a'.repeat(99)}\nb\nc\n</code></pre></div>`
  expect(height(code)).toBeCloseTo(lines(3 * 0.9) + 20)
  expect(height(`<p>One</p>\n${code}`)).toBeCloseTo(lines(1 + 3 * 0.9) + 20)
})

test('the first message of a sender has the name above, unless it tells of the sender', () => {
  const first = (content: string, more = {}) =>
    leastHeight(message(content, { sender_id: 2, ...more }), message(''), nobody, size)
  expect(first('<p>One</p>')).toBe(lines(2) + 8)
  expect(first('<p>waves</p>', { is_me_message: true })).toBe(lines(1))
})

test('what is folded, muted or hides text is one line, and long messages show their beginning', () => {
  const many = '<p>One</p>'.repeat(100)
  expect(height(many, { flags: ['collapsed'] })).toBe(lines(1))
  expect(height(many, {}, new Set([1]))).toBe(lines(1))
  expect(height(`<p><span class="katex">${'a'.repeat(400)}</span></p>`)).toBe(lines(1))
  expect(height(`<div class="spoiler-block">${many}</div>`)).toBe(lines(1))
  expect(height(many)).toBe(lines(10))
  expect(leastHeight(undefined, undefined, nobody, size)).toBe(0)
})
