import { createHash } from 'node:crypto'
import { ApiError } from '@tagma/client/api-error.ts'
import type { Endpoint } from '@tagma/contract/define.ts'
import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { expect, test } from 'vitest'
import { allEndpoints, testApp } from './app.ts'

// Databases limit a statement to some ten thousand values; clients may send more.
const many = 66_000

const lists: readonly unknown[] = [
  Array.from({ length: many }, (_, index) => 1_000_000 + index),
  Array.from({ length: many }, (_, index) => `n${index}`),
]

// An index entry is limited to a few kilobytes. Repetitive text would be compressed below that.
const longText = Array.from({ length: 200 }, (_, index) =>
  createHash('sha256').update(`${index}`).digest('base64url'),
).join('')

const texts: readonly unknown[] = [longText, { [longText]: longText }, [longText]]

/** Calls of an endpoint, like its example, in which one parameter has one of the given values. */
const callsOf = ({ params, example }: Endpoint, values: readonly unknown[]): Record<string, unknown>[] =>
  Object.entries(params).flatMap(([name, { encoding, schema }]) =>
    encoding === 'path' || encoding === 'upload'
      ? []
      : values
          .filter((value) => schema.safeParse(Array.isArray(value) ? value.slice(0, 1) : value).success)
          .map((value) => ({ ...example.request, [name]: value })),
  )

async function expectNoFault(endpoint: Endpoint, calls: readonly Record<string, unknown>[]): Promise<void> {
  const t = await testApp()
  const { owner } = await t.given.everyRole()
  await t.given.channel([owner])
  const { user_id: id, api_key: apiKey } = await t
    .as(owner)
    .call(createBot, { full_name: 'Bot', short_name: 'bot' })
  const bot = { id, email: `bot-bot@${t.host}`, apiKey }
  const outcomes: unknown[] = []
  for (const args of calls)
    for (const caller of [owner, bot])
      outcomes.push(
        await t
          .as(caller)
          .call(endpoint, args as never)
          .then(
            () => 200,
            (error: unknown) => (error instanceof ApiError ? error.status : error),
          ),
      )
  // A form that is too long to read would prove nothing.
  expect(
    outcomes.filter((outcome) => typeof outcome !== 'number' || outcome >= 500 || outcome === 413),
  ).toEqual([])
}

test.each(allEndpoints.filter((endpoint) => callsOf(endpoint, lists).length > 0))(
  '$id takes lists of any length, or refuses them',
  (endpoint) => expectNoFault(endpoint, callsOf(endpoint, lists)),
)

test.each(allEndpoints.filter((endpoint) => callsOf(endpoint, texts).length > 0))(
  '$id takes texts of any length, or refuses them',
  (endpoint) => expectNoFault(endpoint, callsOf(endpoint, texts)),
)
