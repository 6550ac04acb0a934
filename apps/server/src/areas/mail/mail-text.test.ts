import { expect, test } from 'vitest'
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
])('the subject %j becomes the topic %j', (subject, topic) => {
  expect(topicOfSubject(subject)).toBe(topic)
})

const mail = (text?: string, html?: string, subject = 'Re: Lunch') => ({ text, html, subject })

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
])('of a text with %s', async (_, text, body) => {
  expect(await bodyOf(mail(text), plain)).toBe(body)
})

test('what is usually left out stays where the address asks for it, and quotes stay in what is forwarded', async () => {
  const text = 'Fine.\n-- \nIris\n\nOn 5 Jan 2026, Otto wrote:\n> Lunch?'
  expect(await bodyOf(mail(text), { ...plain, includeQuotes: true })).toBe('Fine.')
  expect(await bodyOf(mail(text), { ...plain, includeFooter: true })).toBe('Fine.\n--\nIris')
  expect(await bodyOf(mail(text), { ...plain, includeFooter: true, includeQuotes: true })).toBe(
    'Fine.\n--\nIris\n\nOn 5 Jan 2026, Otto wrote:\n> Lunch?',
  )
  const quoted = 'See below.\n\nOn 5 Jan 2026, Otto wrote:\n> Lunch?'
  expect(await bodyOf(mail(quoted, undefined, 'Fwd: Lunch'), plain)).toBe(quoted)
})

test('HTML becomes Markdown where there is no text, or where the address prefers it', async () => {
  const html =
    '<html><head><title>x</title><style>p{}</style></head><body><h2>Lunch</h2><p>At<b> one</b>, <a href="https://example.com/">here</a>.<img src="https://example.com/seen.gif"></p><ul><li>Soup</li></ul><script>x()</script></body></html>'
  const markdown = '## Lunch\n\nAt **one**, [here](https://example.com/).\n\n* Soup'
  expect(await bodyOf(mail(undefined, html), plain)).toBe(markdown)
  expect(await bodyOf(mail(' \n', html), plain)).toBe(markdown)
  expect(await bodyOf(mail('Lunch at one.', html), plain)).toBe('Lunch at one.')
  expect(await bodyOf(mail('Lunch at one.', html), { ...plain, preferHtml: true })).toBe(markdown)
  expect(await bodyOf(mail(), plain)).toBe('')
})

test('HTML that nobody would write neither takes long nor fails', async () => {
  expect(await bodyOf(mail(undefined, `<p>Hello</p>${'<div>'.repeat(20_000)}`), plain)).toMatch(
    /^Hello\s*\.\.\.$/,
  )
  expect(await bodyOf(mail(undefined, 'x'.repeat(200_001)), plain)).toBeUndefined()
  const spaces = ' '.repeat(199_000)
  expect(await bodyOf(mail(undefined, `<pre>*a${spaces}b</pre>`), plain)).toBe(`*a${spaces}b`)
  expect(topicOfSubject('Re: '.repeat(50_000))).toBe('Email with no subject')
})

test('a link of HTML leads to the web or to an address, or is text only', async () => {
  const html = ['https://a.example/', 'mailto:a@example.com', 'javascript:x()', 'https://a.example/)b', '#x']
  expect(
    await bodyOf(mail(undefined, html.map((href) => `<p><a href="${href}">x</a></p>`).join('')), plain),
  ).toBe('[x](https://a.example/)\n\n[x](mailto:a@example.com)\n\nx\n\nx\n\nx')
})
