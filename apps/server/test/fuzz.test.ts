import type { Endpoint } from '@tagma/contract/define.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Account, allEndpoints, type TestApp, testApp } from '#test/app.ts'
import { fields, hostileCall, text, value } from '#test/hostile-call.ts'

// Calls that nobody would make on purpose. FUZZ_SEED=<number or random> (see tools/property-seed.ts) changes the calls.
// FUZZ_SECONDS=<number, for each test> tries for that long instead of a fixed number of times. Many more calls against
// a server process, with its memory and times: npm run test:attack -- hostile-calls

const seconds = process.env.FUZZ_SECONDS
const settings = (numRuns: number) =>
  seconds === undefined
    ? { numRuns }
    : { numRuns: 10_000_000, plugins: [fc.interruptAfterTimeLimit(Number(seconds) * 1000)] }

/** Rounds in which every endpoint is called once. */
const roundCount = 12

interface Tried {
  readonly status: number
  readonly body: string
}

async function send(
  t: TestApp,
  user: Account | undefined,
  method: Endpoint['method'],
  path: string,
  payload?: { readonly type: string; readonly body: string | Buffer },
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

/** Expects an answer of the API that is not a fault. */
function expectAnswer({ status, body }: Tried, what: unknown): void {
  expect(status, `${JSON.stringify(what)} was answered with ${body}`).toBeLessThan(500)
  const { result, msg, code } = JSON.parse(body) as { result?: unknown; msg?: unknown; code?: string }
  // Services take any other status for a failure, and send again.
  const isIgnored = code === 'UNSUPPORTED_WEBHOOK_EVENT_TYPE'
  expect(result).toBe(status === 200 && !isIgnored ? 'success' : 'error')
  expect(typeof msg).toBe('string')
}

/** People of an organization who send and delete messages, whatever happens elsewhere. */
async function bystanders() {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const ids: number[] = []
  return {
    /** Lets a second pass, in which jobs run: new messages are indexed, for example. */
    async tick() {
      t.clock.advance({ seconds: 1 })
      await t.app.tick()
    },
    /** Two send and one deletes at the same time: simultaneous writes share a commit. */
    async write() {
      const gone = ids.length > 20 ? ids.shift() : undefined
      const [first, second] = await Promise.all([
        t.given.message(iris, channel),
        t.given.message(otto, channel),
        gone === undefined ? undefined : t.as(iris).call(deleteMessage, { message_id: gone }),
      ])
      ids.push(first)
      await t.as(otto).call(addReaction, { message_id: second, emoji_name: 'octopus' })
    },
  }
}

test('every endpoint answers garbage with an error of the API, and everybody else goes on working', async () => {
  const fresh = async () => {
    const t = await testApp()
    const owner = await t.given.user('owner', { role: 'owner' })
    const { mia } = await t.given.members('mia')
    const guest = await t.given.user('guest', { role: 'guest' })
    const channel = await t.given.channel([owner, mia, guest])
    await t.given.message(owner, channel)
    return { t, callers: { owner, mia, guest, stranger: undefined } }
  }
  let { t, callers } = await fresh()
  const others = await bystanders()
  let calls = 0
  const who = fc.constantFrom('owner', 'owner', 'owner', 'mia', 'guest', 'stranger')
  const round = fc.tuple(
    fc.tuple(...allEndpoints.map((endpoint) => fc.tuple(hostileCall(endpoint), who))),
    fc.shuffledSubarray([...allEndpoints.keys()], { minLength: allEndpoints.length }),
  )
  await fc.assert(
    fc.asyncProperty(round, async ([all, order]) => {
      for (const index of order) {
        const [call, name] = all[index] ?? []
        if (!call || !name) continue
        const caller = callers[name]
        const beside = calls % 10 === 0 ? others.write() : undefined
        const answer = await send(t, caller, call.method, call.path, call.payload)
        expectAnswer(answer, [name, call])
        await beside
        // A call succeeded by chance: the organization is gone, or has another key.
        if (name === 'owner' && (answer.status === 401 || answer.status === 403))
          ({ t, callers } = await fresh())
        if (++calls % 100 > 0) continue
        await others.tick()
        await others.write()
      }
    }),
    // Each round calls every endpoint, and the message names the call, so shrinking is useless.
    { ...settings(roundCount), endOnFailure: true },
  )
})

test('a null byte in any text is answered without a fault', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  for (const { id, method, path, params, example } of allEndpoints)
    for (const name of Object.keys(params).filter((key) => params[key]?.encoding !== 'path')) {
      const given = Object.entries({ ...example.request, [name]: 'a\0b' })
      const query = fields(
        given.map(([key, one]) => [key, typeof one === 'string' ? one : JSON.stringify(one)]),
      )
      const filled = path.replaceAll(/\{\w+\}/g, '1')
      const type = 'application/x-www-form-urlencoded'
      const inBody = method !== 'GET'
      expectAnswer(
        await send(
          t,
          owner,
          method,
          inBody ? filled : `${filled}?${query}`,
          inBody ? { type, body: query } : undefined,
        ),
        `${id} with a null byte in ${name}`,
      )
    }
})

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
      'dm-with',
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
    // The same thing repeated, up to the longest message.
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
