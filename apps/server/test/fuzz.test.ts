import type { Endpoint } from '@tagma/contract/define.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Account, allEndpoints, type TestApp, testApp } from '#test/app.ts'

// What nobody would send on purpose. FUZZ_SEED=<number or random> (see tools/property-seed.ts) changes what is tried, and
// FUZZ_SECONDS=<number, for each test> tries for that long instead of a fixed number of times.

const seconds = process.env.FUZZ_SECONDS
const settings = (numRuns: number) =>
  seconds === undefined
    ? { numRuns }
    : { numRuns: 10_000_000, plugins: [fc.interruptAfterTimeLimit(Number(seconds) * 1000)] }

interface Tried {
  readonly status: number
  readonly body: string
}

async function send(
  t: TestApp,
  user: Account | undefined,
  method: Endpoint['method'],
  path: string,
  payload?: { type: string; body: string | Buffer },
): Promise<Tried> {
  const { statusCode, body } = await t.app.http.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      host: t.host,
      ...(user ? { authorization: `Basic ${btoa(`${user.email}:${user.apiKey}`)}` } : {}),
      ...(payload ? { 'content-type': payload.type } : {}),
    },
    ...(payload ? { payload: payload.body } : {}),
  })
  return { status: statusCode, body }
}

/** An answer that is an answer of the API, and no fault. */
function expectAnswer({ status, body }: Tried, what: unknown): void {
  expect(status, `${JSON.stringify(what)} was answered with ${body}`).toBeLessThan(500)
  const { result, msg } = JSON.parse(body) as { result?: unknown; msg?: unknown }
  expect(result).toBe(status === 200 ? 'success' : 'error')
  expect(typeof msg).toBe('string')
}

/** Text with what has a meaning somewhere. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'null',
    'true',
    '[]',
    '{}',
    '""',
    '"\0"',
    '-1',
    '0',
    '1e99',
    '0x1',
    'NaN',
    '%',
    '\\',
  ),
  fc.constantFrom(
    '\ud800',
    '\u202e',
    '../..',
    "' or 1=1 --",
    '\r\nX: y',
    '𐍈'.repeat(400),
    'x'.repeat(70_000),
  ),
)
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(-1, 0, 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 0.5, 50_001, 2001, 1001),
)
const value = fc.oneof(
  text,
  number.map(String),
  fc.json({ maxDepth: 3 }),
  fc.jsonValue({ maxDepth: 3 }).map((json) => JSON.stringify(json)),
  fc.array(number, { maxLength: 5 }).map((list) => JSON.stringify(list)),
)

const fields = (entries: readonly (readonly [string, string])[]) =>
  entries
    .map(
      ([name, given]) =>
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(given.toWellFormed())}`,
    )
    .join('&')

test('every endpoint answers garbage with an error of the API', async () => {
  const fresh = async () => {
    const t = await testApp()
    const owner = await t.given.user('owner', { role: 'owner' })
    const channel = await t.given.channel([owner])
    await t.given.message(owner, channel)
    return { t, owner }
  }
  let { t, owner } = await fresh()
  const request = fc.constantFrom(...allEndpoints).chain((endpoint) =>
    fc.record({
      id: fc.constant(endpoint.id),
      // Some parameters right, some wrong, some missing; a few that do not exist.
      given: fc.tuple(
        ...Object.entries(endpoint.params).map(([name, parameter]) =>
          fc
            .oneof(
              { weight: 3, arbitrary: fc.constant(written(endpoint.example.request[name])) },
              { weight: 3, arbitrary: value.map((garbage): string | undefined => garbage) },
              { weight: parameter.encoding === 'path' ? 0 : 1, arbitrary: fc.constant(undefined) },
            )
            .map((garbage) => [name, garbage] as const),
        ),
      ),
      more: fc.array(fc.tuple(text, value), { maxLength: 2 }),
      encoding: fc.constantFrom('form', 'form', 'form', 'multipart', 'bytes'),
      bytes: fc.uint8Array({ maxLength: 200 }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(request, async ({ id, given, more, encoding, bytes }) => {
      const endpoint = byId.get(id)
      if (!endpoint) return
      const named = new Map(given)
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent((named.get(name) || '7').toWellFormed())
          .replaceAll('.', '%2E')
          .slice(0, 4000),
      )
      const form: [string, string][] = []
      for (const [name, garbage] of [...given, ...more])
        if (garbage !== undefined && endpoint.params[name]?.encoding !== 'path') form.push([name, garbage])
      const inQuery = endpoint.method === 'GET'
      const boundary = 'x'.repeat(8)
      const payload = {
        form: { type: 'application/x-www-form-urlencoded', body: fields(form) },
        multipart: {
          type: `multipart/form-data; boundary=${boundary}`,
          body: Buffer.concat([
            Buffer.from(
              form.map(([name, garbage]) => part(boundary, name, garbage)).join('') +
                `--${boundary}\r\ncontent-disposition: form-data; name="f"; filename="a.png"\r\n\r\n`,
            ),
            bytes,
            Buffer.from(`\r\n--${boundary}--\r\n`),
          ]),
        },
        bytes: { type: 'application/x-www-form-urlencoded', body: Buffer.from(bytes) },
      }[encoding]
      const query = inQuery ? `?${fields(form).slice(0, 8000)}` : ''
      const answer = await send(t, owner, endpoint.method, path + query, inQuery ? undefined : payload)
      expectAnswer(answer, [id, given, more, encoding])
      // What was carried out by chance: an organization that is gone, or a key that is another one.
      if (answer.status === 401 || answer.status === 403) ({ t, owner } = await fresh())
    }),
    settings(3000),
  )
})

const byId = new Map(allEndpoints.map((endpoint) => [endpoint.id, endpoint]))

/** A parameter as a form has it. */
const written = (given: unknown): string | undefined =>
  given === undefined || typeof given === 'string' ? given : JSON.stringify(given)

const part = (boundary: string, name: string, given: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name.replaceAll(/["\r\n]/g, '')}"\r\n\r\n${given}\r\n`

test('any narrow and any window of messages is answered', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto], { name: 'design' })
  for (const topic of ['', '✔ done', 'colors']) await t.given.message(iris, channel, { topic })
  await t.given.message(otto, [iris])
  const operator = fc.constantFrom(
    ...[
      'channel',
      'stream',
      'topic',
      'subject',
      'dm',
      'pm-with',
      'dm-including',
      'group-pm-with',
      'sender',
      'from',
    ],
    ...[
      'id',
      'near',
      'with',
      'is',
      'has',
      'search',
      'mentions',
      'channels',
      'streams',
      'date',
      'in',
      '',
      'nonsense',
    ],
  )
  const operand = fc.oneof(
    fc.constantFrom<unknown>(
      iris.id,
      [iris.id, otto.id],
      otto.email,
      channel.id,
      'design',
      'colors',
      '',
      'dm',
    ),
    fc.constantFrom<unknown>(
      'muted',
      'unread',
      'resolved',
      'followed',
      'archived',
      'public',
      'web-public',
      'link',
    ),
    fc.constantFrom<unknown>(
      'image',
      'reaction',
      '"a phrase" and -word',
      'naïve colour*',
      '%_\\',
      '((',
      0,
      -1,
      1e30,
    ),
    text,
    fc.jsonValue({ maxDepth: 2 }),
  )
  const term = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ operator, operand, negated: fc.constantFrom(true, false, undefined) }),
    },
    { weight: 2, arbitrary: fc.tuple(operator, operand) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )
  const narrow = fc.oneof(
    { weight: 8, arbitrary: fc.array(term, { maxLength: 5 }).map((terms) => JSON.stringify(terms)) },
    { weight: 1, arbitrary: value },
  )
  const anchor = fc.oneof(
    fc.constantFrom('newest', 'oldest', 'first_unread', 'date', '10000000000000000', '50001', '-5'),
    value,
  )
  const args = fc.record(
    {
      narrow,
      anchor,
      anchor_date: fc.oneof(
        fc.constantFrom('2026-01-05T09:00:00Z', '2026-01-05', '99999-01-01T00:00:00Z'),
        value,
      ),
      num_before: fc.oneof(fc.integer({ min: -1, max: 20 }).map(String), value),
      num_after: fc.oneof(fc.integer({ min: -1, max: 20 }).map(String), value),
      include_anchor: value,
      message_ids: fc.oneof(fc.constantFrom('[]', '[50001]', '[50001,1]'), value),
      apply_markdown: value,
      client_gravatar: value,
      allow_empty_topic_name: value,
      use_first_unread_anchor: value,
    },
    { requiredKeys: ['narrow', 'anchor', 'num_before', 'num_after'] },
  )
  await fc.assert(
    fc.asyncProperty(args, fc.constantFrom(iris, iris, undefined), async (given, user) => {
      const query = fields(Object.entries(given)).slice(0, 12_000)
      expectAnswer(await send(t, user, 'GET', `/messages?${query}`), given)
      const ids = fields([
        ['msg_ids', '[50001,50002]'],
        ['narrow', given.narrow],
      ]).slice(0, 12_000)
      expectAnswer(await send(t, iris, 'GET', `/messages/matches_narrow?${ids}`), given)
      expectAnswer(
        await send(t, iris, 'POST', '/register', {
          type: 'application/x-www-form-urlencoded',
          body: fields([
            ['narrow', given.narrow],
            ['event_types', '["message"]'],
          ]),
        }),
        given,
      )
    }),
    settings(3000),
  )
})

test('any message is rendered, sent and edited', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris], { name: 'design' })
  const message = await t.given.message(iris, channel)
  const piece = fc.oneof(
    fc.constantFrom(
      ...[
        '```',
        '~~~quote\n',
        '```spoiler ',
        '```math\n',
        '$$',
        '\\frac{',
        '> ',
        '* ',
        '1. ',
        '  ',
        '\n',
        '\n\n',
      ],
      ...[
        '@**iris**',
        '@_**|1000**',
        '@*role:members*',
        '#**design>',
        '#**design**',
        '**',
        '*',
        '~~',
        '`',
        '|',
        '-|-\n',
      ],
      ...[
        '[',
        '](',
        ')',
        '![',
        'https://example.com/a.png',
        '/user_uploads/1/ab/c/d.png',
        '<time:',
        '>',
        '&',
        '<b>',
      ],
      ...[':smile:', ':)', '/me ', '/poll ', '/todo ', '@**all**', '\0', '\u202e', '👨‍👩‍👧', 'javascript:', '"'],
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  const content = fc.oneof(
    { weight: 9, arbitrary: fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')) },
    // The same thing over and over, up to the longest message.
    { weight: 1, arbitrary: fc.tuple(piece, fc.integer({ min: 1, max: 2000 })).map(([p, n]) => p.repeat(n)) },
  )
  const form = (entries: [string, string][]) => ({
    type: 'application/x-www-form-urlencoded',
    body: fields(entries),
  })
  await fc.assert(
    fc.asyncProperty(content, async (given) => {
      const answers = [
        await send(t, iris, 'POST', '/messages/render', form([['content', given]])),
        await send(
          t,
          iris,
          'POST',
          '/messages',
          form([
            ['type', 'channel'],
            ['to', String(channel.id)],
            ['topic', 'fuzz'],
            ['content', given],
          ]),
        ),
        await send(t, iris, 'PATCH', `/messages/${message}`, form([['content', given]])),
      ]
      for (const answer of answers) expectAnswer(answer, given)
    }),
    settings(150),
  )
})
