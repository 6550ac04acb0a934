import { ApiError } from '@tagma/client/api-error.ts'
import type { Endpoint } from '@tagma/contract/define.ts'
import { expect, test } from 'vitest'
import { allEndpoints, testApp } from './app.ts'

// Databases take some ten thousands of values in a statement; what clients send is not bound by that.
const many = 70_000

const lists: readonly (readonly unknown[])[] = [
  Array.from({ length: many }, (_, index) => 1_000_000 + index),
  Array.from({ length: many }, (_, index) => `nothing ${index}`),
]

/** Calls of an endpoint, like its example, in which one list is of very many entries that name nothing. */
const callsOf = ({ params, example }: Endpoint): Record<string, unknown>[] =>
  Object.entries(params).flatMap(([name, { encoding, schema }]) =>
    encoding === 'path' || encoding === 'upload'
      ? []
      : lists
          .filter((list) => schema.safeParse(list.slice(0, 1)).success)
          .map((list) => ({ ...example.request, [name]: list })),
  )

test.each(allEndpoints.filter((endpoint) => callsOf(endpoint).length > 0))(
  '$id takes lists of any length, or refuses them',
  async (endpoint) => {
    const t = await testApp()
    const { owner } = await t.given.everyRole()
    await t.given.channel([owner])
    const outcomes: unknown[] = []
    for (const args of callsOf(endpoint))
      outcomes.push(
        await t
          .as(owner)
          .call(endpoint, args as never)
          .then(
            () => 200,
            (error: unknown) => (error instanceof ApiError ? error.status : error),
          ),
      )
    expect(outcomes.filter((outcome) => typeof outcome !== 'number' || outcome >= 500)).toEqual([])
  },
)
