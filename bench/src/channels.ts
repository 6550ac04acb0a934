import { rmSync } from 'node:fs'
import type { App } from '@tagma/server/src/app.ts'
import { OrganizationDirectory } from '@tagma/server/src/directory/organization-directory.ts'
import type { UserRecord } from '@tagma/server/src/model/records.ts'
import type { Figure, Measurement } from './figure.ts'
import { median } from './load.ts'
import { makeMembers, type OpenOrganization, openOrganization } from './populate.ts'
import { startServer } from './server.ts'

const users = 1000
const channelCount = 200
const subscribersEach = 100

/** Calls an endpoint without a socket, so that the figures show the server alone. */
async function call(
  app: App,
  caller: UserRecord,
  method: 'GET' | 'POST',
  path: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const form = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]),
  ).toString()
  const response = await app.http.inject({
    method,
    url: `/api/v1${path}${method === 'GET' ? `?${form}` : ''}`,
    headers: {
      host: 'localhost',
      authorization: `Basic ${btoa(`${caller.email}:${caller.apiKey}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    ...(method === 'GET' ? {} : { payload: form }),
  })
  if (response.statusCode !== 200) throw new Error(`${path} was refused: ${response.body}`)
}

/** Returns milliseconds of CPU for each of many runs. */
async function cpuOf(runs: number, act: () => Promise<void>): Promise<number> {
  for (let run = 0; run < 20; run++) await act()
  const before = process.cpuUsage()
  for (let run = 0; run < runs; run++) await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / runs
}

async function membershipFigure(template: OrganizationDirectory): Promise<Figure> {
  const directory = new OrganizationDirectory(template.organization)
  const [user] = template.users.values()
  const [group] = template.groups.values()
  if (!user || !group) throw new Error('The organization has nobody')
  for (let id = 1; id <= 10_000; id++)
    directory.putUser({ ...user, id, email: `${id}@x`, deliveryEmail: `${id}@x` })
  for (let depth = 1; depth <= 5; depth++)
    directory.putGroup({
      ...group,
      id: depth,
      name: `depth ${depth}`,
      isSystem: false,
      members: new Set(Array.from({ length: 2000 }, (_, index) => depth + 5 * index)),
      subgroups: new Set(depth < 5 ? [depth + 1] : []),
    })
  const people = [...directory.users.values()]
  let found = 0
  const ask = () => {
    for (const person of people)
      if (directory.isIn(person, { direct_members: [3], direct_subgroups: [1] })) found++
  }
  ask()
  const times: number[] = []
  for (let round = 0; round < 50; round++) {
    const began = performance.now()
    ask()
    times.push(((performance.now() - began) * 1000) / people.length)
  }
  if (found !== 51 * people.length) throw new Error('Everybody is in one of the groups')
  return {
    name: 'Is a user in a setting: 10,000 users, 5 groups deep',
    value: median(times),
    unit: 'µs',
    atMost: 1,
  }
}

/**
 * Measures subscribing many people, listing subscriptions, and the check of group membership behind every permission.
 */
export const channels: Measurement = {
  name: 'channels',
  title: 'Channels',
  async run() {
    const first = await startServer()
    await first.stop({ keep: true })
    const organization = await openOrganization(first.dataDir, { TAGMA_RATE_LIMITS: 'off' })
    try {
      return await figuresOf(organization)
    } finally {
      await organization.app.close()
      rmSync(first.dataDir, { recursive: true, force: true })
    }
  },
}

async function figuresOf(organization: OpenOrganization): Promise<Figure[]> {
  const { app, directory, owner } = organization
  const members = await makeMembers(organization, users)
  const ids = members.map(({ id }) => id)

  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const began = performance.now()
    await call(app, owner, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: `everybody ${round}` }],
      principals: ids,
    })
    times.push(performance.now() - began)
  }
  const [reader] = members
  if (!reader) throw new Error('Nobody was made')
  for (let batch = 0; batch < channelCount; batch += 20)
    await call(app, owner, 'POST', '/users/me/subscriptions', {
      subscriptions: Array.from({ length: 20 }, (_, index) => ({ name: `channel ${batch + index}` })),
      principals: ids.slice(0, subscribersEach),
    })
  const path = '/users/me/subscriptions'
  return [
    {
      name: 'Subscribe 1,000 users to a new channel in one call',
      value: median(times),
      unit: 'ms',
      atMost: 300,
    },
    {
      name: 'GET /users/me/subscriptions, 200 channels of 100',
      value: await cpuOf(100, () => call(app, reader, 'GET', path, { include_subscribers: true })),
      unit: 'ms CPU',
      atMost: 5,
    },
    {
      name: 'the same without subscribers',
      value: await cpuOf(100, () => call(app, reader, 'GET', path, {})),
      unit: 'ms CPU',
    },
    await membershipFigure(directory),
  ]
}
