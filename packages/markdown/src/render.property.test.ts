import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goldenLookups } from '../golden/lookups.ts'
import { htmlProblems } from '../test/strict-html.ts'
import { noLookups, type Lookups } from './lookups.ts'
import { plainText } from './plain-text.ts'
import { render } from './render.ts'
import { scan } from './scan.ts'

/** Raise it for a longer fuzz run. */
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 300)

/** Pieces of the dialect's syntax, to be combined at random. */
const pieces = [
  ...[
    '> ',
    '>',
    '>>',
    '- ',
    '* ',
    '+ ',
    '  - ',
    '1. ',
    '7. ',
    '  1. ',
    '    ',
    '  ',
    '# ',
    '## ',
    '---\n',
    '***',
    '**',
    '*',
  ],
  ...[
    '~~',
    '`',
    '``',
    '```',
    '```\n',
    '```py\n',
    '```math\n',
    '```quote\n',
    '```spoiler x\n',
    '````quote\n',
    '~~~\n',
  ],
  ...[
    '[',
    ']',
    '](',
    ')',
    '(',
    '![',
    '[a](b)',
    '[a](javascript:alert(1))',
    '[a](data:text/html,x)',
    '<',
    '>',
    '<b>',
    '</p>',
  ],
  ...[
    '<script>',
    '<img src=x onerror=y>',
    '"',
    "'",
    '&',
    '&amp;',
    '&lt;',
    '&#x3c;',
    '&#0;',
    '\\',
    '|',
    '|-|',
    '\n|-|-|\n',
  ],
  ...[
    '@**',
    '@_**',
    '@*',
    '@**Iris Okafor**',
    '@**Iris Okafor|12**',
    '@*support*',
    '@**all**',
    '#**',
    '#**front desk**',
  ],
  ...[
    '#**front desk>Keys**',
    '#**front desk>@5**',
    ':',
    ':smile:',
    ':party_parrot:',
    ':)',
    '<3',
    '👍',
    '🏽',
    '\u200D',
    '\uFE0F',
  ],
  ...[
    '🇩',
    '🇰',
    '<time:',
    '2026-11-21T09:30Z>',
    '$$',
    '$$x^2$$',
    '\\frac{',
    '}',
    '#123',
    'kettle@0123abcdef',
    '/me ',
    '/poll ',
  ],
  ...[
    'https://example.com/',
    'example.com',
    'iris@example.com',
    'https://chat.example.com/#narrow/x',
    'https://a.com/b.png',
  ],
  ...[
    '/user_uploads/1/ab/garden.png',
    '![x](/user_uploads/1/ab/garden.png)',
    '![x](/user_uploads/1/ab/bells.mp3)',
    '.png',
  ],
  ...[
    'https://youtu.be/dQw4w9WgXcQ',
    '\n',
    '\n\n',
    '\r\n',
    '\t',
    '\0',
    '\u0002',
    '\u0003',
    '\u2028',
    '\uD800',
    '\uE000',
    ' ',
    'x',
    'word',
  ],
]

const text = fc
  .array(
    fc.oneof(
      { arbitrary: fc.constantFrom(...pieces), weight: 5 },
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

const everything: Lookups = {
  ...goldenLookups,
  options: { ...goldenLookups.options, translateEmoticons: true },
}

describe('whatever goes in', () => {
  test('what comes out is well-formed and holds nothing but what is on the list', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (source) => {
        expect(htmlProblems((await render(source, everything)).html)).toEqual([])
      }),
      { numRuns },
    )
  })

  test('scan names everything that render asks for', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (source) => {
        const wanted = scan(source)
        const names = new Set(wanted.userNames.map((name) => name.toLowerCase()))
        const groups = new Set(wanted.groupNames.map((name) => name.toLowerCase()))
        const found: Lookups = {
          ...everything,
          users: everything.users.filter(
            ({ id, name }) => wanted.userIds.includes(id) || names.has(name.toLowerCase()),
          ),
          groups: everything.groups.filter(({ name }) => groups.has(name.toLowerCase())),
          channels: everything.channels.filter(({ name }) => wanted.channelNames.includes(name)),
          topics: everything.topics.filter(({ topic }) =>
            wanted.topics.some((linked) => linked.topic.toLowerCase() === topic.toLowerCase()),
          ),
          emoji: everything.emoji.filter(({ name }) => wanted.emojiNames.includes(name)),
          media: everything.media.filter(({ pathId }) => wanted.uploadPathIds.includes(pathId)),
        }
        expect(await render(source, found)).toEqual(await render(source, everything))
      }),
      { numRuns },
    )
  })

  test('the facts agree with the HTML', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (source) => {
        const { html, facts } = await render(source, everything)
        const mentioned = [...html.matchAll(/<span class="user-mention" data-user-id="(\d+)">/g)].map(
          (match) => Number(match[1]),
        )
        const groups = [
          ...html.matchAll(/<span class="user-group-mention" data-user-group-id="(\d+)">/g),
        ].map((match) => Number(match[1]))
        expect(new Set(facts.mentionedUserIds)).toEqual(new Set(mentioned))
        expect(new Set(facts.mentionedGroupIds)).toEqual(new Set(groups))
        expect(facts.mentionsTopic).toBe(html.includes('class="topic-mention"'))
        expect(facts.mentionsChannel).toBe(html.includes('class="user-mention channel-wildcard-mention"'))
        expect(/<a [^>]*href=/.test(html) && !facts.hasLink).toBe(false)
        expect(facts.hasAttachment).toBe(facts.uploadPathIds.length > 0)
      }),
      { numRuns },
    )
  })

  test('the plain text of it is found without fail and has no empty lines', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (source) => {
        expect(plainText((await render(source, everything)).html)).not.toMatch(/^\n|\n\n|\n$/)
      }),
      { numRuns },
    )
  })
})

test('words without markup come out as they are', async () => {
  const word = fc.stringMatching(/^[a-zæøå]{1,8}$/)
  const lines = fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(lines, async (words) => {
      const source = words.map((line) => line.join(' ')).join('\n')
      const { html } = await render(source, noLookups)
      expect(html).toBe(`<p>${source.replaceAll('\n', '<br>\n')}</p>`)
      expect(plainText(html)).toBe(source)
    }),
    { numRuns },
  )
})

test.each([
  ['10,000 nested quotes', '>'.repeat(10_000)],
  ['10,000 opening brackets', '['.repeat(10_000)],
  ['deep lists', Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
  ['nested list markers', '- '.repeat(5000)],
  [
    'nested fences',
    Array.from({ length: 500 }, (_, depth) => `${'`'.repeat(depth + 3)}quote\n`)
      .toReversed()
      .join(''),
  ],
  ['a wide and long table', `${'|a'.repeat(2000)}\n${'|-'.repeat(2000)}\n${'|\n'.repeat(2000)}`],
  ['a macro bomb', `$$\\def\\x{${'y'.repeat(3000)}}${'\\x'.repeat(300)}$$`],
  ['a macro that doubles its argument', '$$\\def\\x#1{\\x{#1#1}}\\x{y}$$'],
  ['deeply nested fractions', `$$${'\\frac{'.repeat(600)}x${'}'.repeat(600)}$$`],
  ['unclosed links', '[a]('.repeat(2500)],
  ['unclosed bold', '**a '.repeat(2500)],
  ['mentions without end', '@**a'.repeat(2500)],
])('%s are rendered as well-formed HTML of bounded size', async (_, source) => {
  const { html } = await render(source, everything)
  expect(htmlProblems(html)).toEqual([])
  expect(html.length).toBeLessThan(2_000_000)
})
