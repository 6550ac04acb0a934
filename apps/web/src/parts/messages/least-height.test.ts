import type { Message } from '@tagma/sync/messages/message.ts'
import { expect, test } from 'vitest'
import { leastHeight } from './least-height.ts'

const message = (content: string, flags: readonly string[] = [], sender = 1) =>
  ({ content, flags, sender_id: sender }) as unknown as Message
const nobody: ReadonlySet<number> = new Set()
const height = (content: string, flags?: readonly string[], muted = nobody) =>
  leastHeight(message(content, flags), message(''), muted)

test('a message is as high as its paragraphs, items and breaks at least', () => {
  const one = height('<p>One</p>')
  expect(height('<p>One<br>\ntwo</p>\n<ul>\n<li>three</li>\n</ul>')).toBe(3 * one)
  expect(height('<ul>\n<li>\n<p>One</p>\n</li>\n</ul>')).toBe(one)
  expect(height('')).toBe(one)
  expect(height('<div class="codehilite"><pre><span></span><code>a\nb\nc\n</code></pre></div>')).toBe(3 * one)
  expect(leastHeight(message('<p>One</p>', [], 2), message(''), nobody)).toBeGreaterThan(one)
})

test('what is folded or muted is one line, and long messages show their beginning', () => {
  const many = '<p>One</p>'.repeat(100)
  const one = height('<p>One</p>')
  expect(height(many, ['collapsed'])).toBe(one)
  expect(height(many, [], new Set([1]))).toBe(one)
  expect(height(many)).toBe(10 * one)
  expect(leastHeight(undefined, undefined, nobody)).toBe(0)
})
