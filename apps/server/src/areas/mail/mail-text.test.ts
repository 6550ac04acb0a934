import { expect, test } from 'vitest'
import type { IncomingMail } from '#ports/incoming-mail.ts'
import { bodyOf, topicOfSubject } from './mail-text.ts'

const plain = { showSender: false, includeFooter: false, includeQuotes: false, preferHtml: false }

test.each([
  ['Release 2', 'Release 2'],
  ['  Re: Release 2 ', 'Release 2'],
  ['RE: AW: Fwd: fw: Re[2]: Release: 2', 'Release: 2'],
  ['Re : Release', 'Release'],
  ['Reform: now', 'Reform: now'],
  ['two\r\n lines\u0000', 'two lines'],
  ['é'.repeat(61), `${'é'.repeat(57)}...`],
  ['', 'Email with no subject'],
  ['Re: ', 'Email with no subject'],
  ['(no topic)', 'Email with no subject'],
  ['Re: '.repeat(50_000), 'Email with no subject'],
])('the subject %j becomes the topic %j', (subject, topic) => {
  expect(topicOfSubject(subject)).toBe(topic)
})

const mail = (text?: string, html?: IncomingMail['html'], subject = 'Re: Lunch') => ({ text, html, subject })

test.each([
  ['nothing to leave out', 'Fine.\n\nLet’s go.\n', 'Fine.\n\nLet’s go.'],
  ['a signature', 'Fine.\n\n-- \nIris\nexample.com\n', 'Fine.'],
  ['two hyphens inside', 'a -- b\n--x\n', 'a -- b\n--x'],
  ['nothing but a signature', '-- \nIris\n', '--\nIris'],
  [
    'the mail that is answered',
    'Fine.\n\nOn Mon, Jan 5, 2026 at 9:00 AM Otto <otto@example.com> wrote:\n\n> Lunch?\n>\n>> Hungry.\n',
    'Fine.',
  ],
  [
    'an introduction in two lines',
    'Fine.\nOn Mon, Jan 5, 2026 at 9:00 AM Otto <otto@example.com>\nwrote:\n> Lunch?',
    'Fine.',
  ],
  ['an introduction in German', 'Gut.\n\nAm 05.01.2026 um 09:00 schrieb Otto:\n> Essen?', 'Gut.'],
  ['a signature before it', 'Fine.\n-- \nIris\n\nOn 5 Jan 2026, Otto wrote:\n> Lunch?', 'Fine.'],
  ['a signature behind it', 'Fine.\n\nOn 5 Jan 2026, Otto wrote:\n> Lunch?\n\n-- \nIris', 'Fine.'],
  ['what Outlook puts below', 'Fine.\n\n-----Original Message-----\nFrom: Otto\n\nLunch?', 'Fine.'],
  [
    'answers between the lines',
    '> Lunch?\n\nFine.\n\n> Where?\n\nHere.',
    '> Lunch?\n\nFine.\n\n> Where?\n\nHere.',
  ],
  ['the writer’s own words before a quote', 'He said:\n> Lunch?', 'He said:'],
  ['nothing but a quote', '> Lunch?\n', '> Lunch?'],
])('of a text with %s', (_, text, body) => {
  expect(bodyOf(mail(text), plain)).toBe(body)
})

test('quotes and signatures stay if the address asks for them, and quotes stay in forwarded mail', () => {
  const text = 'Fine.\n-- \nIris\n\nOn 5 Jan 2026, Otto wrote:\n> Lunch?'
  expect(bodyOf(mail(text), { ...plain, includeQuotes: true })).toBe('Fine.')
  expect(bodyOf(mail(text), { ...plain, includeFooter: true })).toBe('Fine.\n--\nIris')
  expect(bodyOf(mail(text), { ...plain, includeFooter: true, includeQuotes: true })).toBe(
    'Fine.\n--\nIris\n\nOn 5 Jan 2026, Otto wrote:\n> Lunch?',
  )
  const quoted = 'See below.\n\nOn 5 Jan 2026, Otto wrote:\n> Lunch?'
  expect(bodyOf(mail(quoted, undefined, 'Fwd: Lunch'), plain)).toBe(quoted)
})

test('HTML is read if there is no text, or if the address prefers it', () => {
  const file = { filename: 'mail.html', contentType: 'text/html', size: 5, path: '/tmp/mail.html' }
  expect(bodyOf(mail(undefined, '**Lunch**'), plain)).toBe('**Lunch**')
  expect(bodyOf(mail(' \n', '**Lunch**'), plain)).toBe('**Lunch**')
  expect(bodyOf(mail('Lunch', '**Lunch**'), plain)).toBe('Lunch')
  expect(bodyOf(mail('Lunch', '**Lunch**'), { ...plain, preferHtml: true })).toBe('**Lunch**')
  expect(bodyOf(mail(undefined, file), plain)).toBeUndefined()
  expect(bodyOf(mail(), plain)).toBe('')
})
