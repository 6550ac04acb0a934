import { createClient } from '@tagma/client/client.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { registerClientDevice } from '@tagma/contract/endpoints/push/register-client-device.ts'
import { registerPushDevice } from '@tagma/contract/endpoints/push/register-push-device.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { createUser } from '@tagma/contract/endpoints/users/create-user.ts'
import { expect, onTestFinished, test } from 'vitest'
import { processMaker } from '#test/cluster.ts'
import { firstRegistration } from '#test/given-phone.ts'
import { ownerSettings } from '#test/http-caller.ts'
import { type PushRelay, pushRelay, relayMoods, relaySettings, rings } from '#test/push-relay.ts'
import { type Installation, installation } from '#test/server-process.ts'

interface Person {
  readonly id: number
  readonly email: string
  readonly apiKey: string
}

const clientOf = (person: Person, { url }: Installation) =>
  createClient({ url, userAgent: 'tests', credentials: person })

async function signIn({ url }: Installation, username: string, password: string): Promise<Person> {
  const stranger = createClient({ url, userAgent: 'tests' })
  const { api_key: apiKey, email, user_id: id } = await stranger.call(fetchApiKey, { username, password })
  return { id, email, apiKey }
}

const signInOwner = (at: Installation) =>
  signIn(at, ownerSettings.TAGMA_OWNER_EMAIL, ownerSettings.TAGMA_OWNER_PASSWORD)

/** Has the owner make a member. */
async function makeMember(at: Installation, owner: Person, name: string): Promise<Person> {
  const account = { email: `${name}@example.com`, password: `the password of ${name}`, full_name: name }
  await clientOf(owner, at).call(createUser, account)
  return signIn(at, account.email, account.password)
}

/** Registers a phone with the key `pushKey(n)`, and waits until the relay has accepted it. */
async function registerPhone(at: Installation, person: Person, n: number): Promise<void> {
  const client = clientOf(person, at)
  const { device_id } = await client.call(registerClientDevice, {})
  const queue = await client.call(registerQueue, { event_types: ['device'] })
  if (queue.queue_id === null) throw new Error('No queue was registered')
  await client.call(registerPushDevice, firstRegistration(device_id, n))
  for (let last = queue.last_event_id, isRegistered = false; !isRegistered;) {
    const { events } = await client.call(getEvents, { queue_id: queue.queue_id, last_event_id: last })
    isRegistered = events.some((event) => typeof event.push_token_id === 'string')
    last = events.at(-1)?.id ?? last
  }
}

/** Sends a direct message and returns its id. */
const send = async (at: Installation, from: Person, to: readonly Person[], content: string) =>
  (await clientOf(from, at).call(sendMessage, { type: 'direct', to: to.map(({ id }) => id), content })).id

const notifications = ({ calls }: PushRelay) => calls.filter(({ path }) => path === 'e2ee/notify')

test('a phone rings once for each message, even if the server is killed while the relay is silent', async () => {
  const relay = await pushRelay()
  onTestFinished(() => relay.close())
  const tagma = await installation({ ...ownerSettings, ...relaySettings(relay) })
  onTestFinished(() => tagma.remove())
  await tagma.start()
  const owner = await signInOwner(tagma)
  const otto = await makeMember(tagma, owner, 'otto')
  await registerPhone(tagma, otto, 1)

  const first = await send(tagma, owner, [otto], 'before')
  await relay.until(() => rings(relay, 1).length === 1)

  relay.mood = 'silent'
  const second = await send(tagma, owner, [otto], 'while the relay was away')
  await relay.until(() => notifications(relay).length === 2)
  await tagma.stop('SIGKILL')
  relay.mood = relayMoods.fine
  await tagma.start()
  const third = await send(tagma, owner, [otto], 'after')
  await relay.until(() => rings(relay, 1).length === 3)
  expect(await tagma.stop('SIGTERM')).toBe(0)

  expect(rings(relay, 1)).toMatchObject([
    { message_id: first, content: 'before' },
    { message_id: second, content: 'while the relay was away' },
    { message_id: third, content: 'after' },
  ])
  const keys = notifications(relay).map(({ key }) => key)
  expect(new Set(keys).size, 'what was on its way came again as the same').toBe(3)
  expect(keys.length).toBeGreaterThan(3)
})

const natsUrl = process.env.TEST_NATS_URL

test.runIf(process.env.TEST_ENGINE === 'postgres' && natsUrl !== undefined)(
  'of two processes, one is killed while it sends: each phone rings once for each message',
  async () => {
    const relay = await pushRelay()
    onTestFinished(() => relay.close())
    const make = await processMaker({ NATS_URL: natsUrl ?? '', ...relaySettings(relay) })
    const [sending, other] = [await make(), await make()]
    await sending.start()
    const owner = await signInOwner(sending)
    const [otto, uma] = [await makeMember(sending, owner, 'otto'), await makeMember(sending, owner, 'uma')]
    await registerPhone(sending, otto, 1)
    await registerPhone(sending, uma, 2)
    // The process that registered the phones has the jobs, and keeps them.
    await other.start()

    const sent: number[] = []
    const sendSome = async (at: readonly Installation[], count: number) => {
      const wanted = Array.from({ length: count }, (_, n) => at[n % at.length] ?? sending)
      sent.push(...(await Promise.all(wanted.map((node) => send(node, owner, [otto, uma], 'ring')))))
    }
    await sendSome([sending, other], 10)
    await relay.until(() => rings(relay, 1).length > 0)
    relay.mood = 'silent'
    await sendSome([sending, other], 10)
    await relay.until(() => notifications(relay).some(({ isTaken }) => !isTaken))
    await sending.stop('SIGKILL')
    relay.mood = relayMoods.fine
    await sendSome([other], 5)
    await relay.until(() => [1, 2].every((n) => rings(relay, n).length >= sent.length))
    // Finishes its current work before it ends.
    expect(await other.stop('SIGTERM')).toBe(0)

    for (const n of [1, 2])
      expect(
        rings(relay, n)
          .map(({ message_id }) => Number(message_id))
          .toSorted((a, b) => a - b),
      ).toEqual(sent.toSorted((a, b) => a - b))
  },
)
