import type { Message } from '@tagma/sync/messages/message.ts'
import { expect, test } from 'vitest'
import { announcementOf } from './announcements.tsx'

const message = (sender_id: number, content: string) => ({ id: 1, sender_id, content }) as Message
const reader = { nameOf: (id: number) => ({ 8: 'Iris', 10: 'Otto' })[id] }

test('one message is spoken with its text', () => {
  const html = '<p>On <strong>screen</strong> <img alt=":tada:" src="x"> &amp; paper</p>'
  expect(announcementOf([message(10, html)], reader)).toBe('Otto: On screen :tada: & paper')
})

test('several are spoken as a number and their senders', () => {
  const three = [message(10, '<p>a</p>'), message(8, '<p>b</p>'), message(10, '<p>c</p>')]
  expect(announcementOf(three, reader)).toBe('3 new messages from Otto and Iris')
})
