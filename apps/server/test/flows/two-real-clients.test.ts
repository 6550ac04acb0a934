import { expect, onTestFinished, test } from 'vitest'
import { installation } from '#test/server-process.ts'

// The client replaces the global FormData and fetch with its own. They are put back for other tests.
const { FormData: ownFormData, fetch: ownFetch } = globalThis
const { default: zulip } = await import('zulip-js')
Object.assign(globalThis, { FormData: ownFormData, fetch: ownFetch })

// An unmodified client from npm: it sends POST as multipart, PATCH and DELETE in the query, path ids twice.

interface Client {
  readonly queues: { register(parameters: object): Promise<Answer> }
  readonly events: { retrieve(parameters: object): Promise<Answer> }
  readonly messages: {
    send(parameters: object): Promise<Answer>
    retrieve(parameters: object): Promise<Answer>
    flags: { add(parameters: object): Promise<Answer> }
  }
  readonly users: {
    retrieve(): Promise<Answer>
    me: {
      getProfile(): Promise<Answer>
      subscriptions: { add(parameters: object): Promise<Answer>; remove(parameters: object): Promise<Answer> }
    }
  }
}
type Answer = Readonly<Record<string, unknown>> & {
  readonly result: string
  readonly id?: number
  readonly code?: string
}

interface Polled {
  readonly id: number
  readonly type: string
  readonly message?: { readonly content: string }
}

/** A client that polls by hand, so that the test sees the result of each poll. */
class Poller {
  readonly contents: string[] = []
  readonly #client: Client
  #queueId = ''
  #lastEventId = -1

  constructor(client: Client) {
    this.#client = client
  }

  async register(): Promise<void> {
    const registered = await this.#client.queues.register({ event_types: ['message', 'subscription'] })
    if (registered.result !== 'success') throw new Error(JSON.stringify(registered))
    this.#queueId = String(registered.queue_id)
    this.#lastEventId = Number(registered.last_event_id)
  }

  /** Polls until a message with this content came; collects every message on the way. */
  async until(content: string): Promise<void> {
    while (!this.contents.includes(content)) {
      const answer = await this.#client.events.retrieve({
        queue_id: this.#queueId,
        last_event_id: this.#lastEventId,
      })
      if (answer.result !== 'success') throw new Error(JSON.stringify(answer))
      for (const event of answer.events as Polled[]) {
        if (event.id <= this.#lastEventId)
          throw new Error(`Event ${event.id} came after ${this.#lastEventId}`)
        this.#lastEventId = event.id
        if (event.message) this.contents.push(event.message.content)
      }
    }
  }
}

test('two users talk over zulip-js, and a server killed between two messages loses and repeats nothing', async () => {
  const tagma = await installation({
    TAGMA_OWNER_EMAIL: 'iris@example.com',
    TAGMA_OWNER_PASSWORD: 'a long password',
    TAGMA_OWNER_NAME: 'Iris',
  })
  onTestFinished(() => tagma.remove())
  const makeOtto = () =>
    tagma.runWith(
      'another password',
      ...['create-user', '--email', 'otto@example.com', '--name', 'Otto', '--password'],
    )
  const made = await makeOtto()
  // There is no organization to add a user to: the server makes it at its first start.
  expect(made.code).toBe(1)
  expect(made.output).toContain('start the server once')
  await tagma.start()
  await tagma.stop('SIGTERM')
  expect((await makeOtto()).code).toBe(0)
  await tagma.start()

  const connect = (username: string, password: string) =>
    zulip({ username, password, realm: tagma.url }) as Promise<Client>
  const iris = await connect('iris@example.com', 'a long password')
  const otto = await connect('otto@example.com', 'another password')
  expect(await iris.users.me.getProfile()).toMatchObject({ full_name: 'Iris', is_owner: true })
  expect(
    await iris.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'design' }]) }),
  ).toMatchObject({ result: 'success' })
  expect(
    await otto.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'design' }]) }),
  ).toMatchObject({ result: 'success' })

  const [irisPolls, ottoPolls] = [new Poller(iris), new Poller(otto)]
  await irisPolls.register()
  await ottoPolls.register()
  const send = (client: Client, content: string) =>
    client.messages.send({ type: 'stream', to: 'design', topic: 'colors', content })

  expect((await send(iris, 'one')).result).toBe('success')
  await ottoPolls.until('one')
  expect(
    (await otto.messages.send({ type: 'private', to: JSON.stringify(['iris@example.com']), content: 'two' }))
      .result,
  ).toBe('success')
  await irisPolls.until('two')

  const waiting = ottoPolls.until('three').catch(() => {})
  expect((await send(iris, 'three')).result).toBe('success')
  await tagma.stop('SIGKILL')
  await waiting
  await tagma.start()

  expect((await send(iris, 'four')).result).toBe('success')
  await Promise.all([irisPolls.until('four'), ottoPolls.until('four')])
  expect(ottoPolls.contents).toEqual(['one', 'two', 'three', 'four'])
  expect(irisPolls.contents).toEqual(['one', 'two', 'three', 'four'])

  const history = await otto.messages.retrieve({
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: 'design' }],
  })
  expect((history.messages as { content: string }[]).map((message) => message.content)).toEqual([
    '<p>one</p>',
    '<p>three</p>',
    '<p>four</p>',
  ])
  expect(
    await otto.users.me.subscriptions.remove({ subscriptions: JSON.stringify(['design']) }),
  ).toMatchObject({ removed: ['design'] })
  expect(await tagma.stop('SIGTERM')).toBe(0)
})
