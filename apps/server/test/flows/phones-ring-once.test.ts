import { createClient } from '@tagma/client/client.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { registerClientDevice } from '@tagma/contract/endpoints/push/register-client-device.ts'
import { registerPushDevice } from '@tagma/contract/endpoints/push/register-push-device.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { expect, onTestFinished, test } from 'vitest'
import { firstRegistration } from '#test/given-phone.ts'
import { decryptedPushes, pushKey, pushRelay, relayMoods, relaySettings } from '#test/push-relay.ts'
import { type Installation, installation } from '#test/server-process.ts'

interface Person {
  readonly id: number
  readonly client: ReturnType<typeof createClient>
}

async function signInBoth({ url }: Installation): Promise<[Person, Person]> {
  const signIn = async (username: string, password: string): Promise<Person> => {
    const stranger = createClient({ url, userAgent: 'tests' })
    const { api_key: apiKey, email, user_id: id } = await stranger.call(fetchApiKey, { username, password })
    return { id, client: createClient({ url, userAgent: 'tests', credentials: { email, apiKey } }) }
  }
  return [
    await signIn('iris@example.com', 'a long password'),
    await signIn('otto@example.com', 'another password'),
  ]
}

/** Registers a phone, and waits until the relay has taken it. */
async function registerPhone({ client }: Person): Promise<void> {
  const { device_id } = await client.call(registerClientDevice, {})
  await client.call(registerPushDevice, firstRegistration(device_id))
  const isRegistered = async () => {
    const { devices } = await client.call(registerQueue, { fetch_event_types: ['device'] })
    return devices?.[device_id]?.push_token_id != null
  }
  // Each turn waits for an answer of the server.
  while (!(await isRegistered())) continue
}

const sendTo = (from: Person, to: Person, content: string) =>
  from.client.call(sendMessage, { type: 'direct', to: [to.id], content })

test('a phone rings once for each message, though the server is killed and the relay is away in between', async () => {
  const relay = await pushRelay()
  onTestFinished(() => relay.close())
  const tagma = await installation({
    TAGMA_OWNER_EMAIL: 'iris@example.com',
    TAGMA_OWNER_PASSWORD: 'a long password',
    TAGMA_OWNER_NAME: 'Iris',
    ...relaySettings(relay),
  })
  onTestFinished(() => tagma.remove())
  await tagma.start()
  await tagma.stop('SIGTERM')
  await tagma.run(
    'create-user',
    '--email',
    'otto@example.com',
    '--name',
    'Otto',
    '--password',
    'another password',
  )
  await tagma.start()

  const [iris, otto] = await signInBoth(tagma)
  await registerPhone(otto)
  const send = (content: string) => sendTo(iris, otto, content)

  const { id: first } = await send('before')
  await relay.reached('e2ee/notify', 1)

  // Away: what is sent now waits, and the server dies with it.
  relay.mood = 'reset'
  const { id: second } = await send('while the relay was away')
  await relay.reached('e2ee/notify', 2)
  await tagma.stop('SIGKILL')
  relay.mood = relayMoods.fine
  await tagma.start()
  const { id: third } = await send('after')
  await relay.reached('e2ee/notify', 4)
  expect(await tagma.stop('SIGTERM')).toBe(0)

  const pushes = decryptedPushes(relay, pushKey(1))
  const keys = relay.calls.filter((call) => call.path === 'e2ee/notify').map((call) => call.key)
  // One delivery for each key is what a relay makes of the calls.
  const delivered = new Map(keys.map((key, index) => [key, pushes[index]]))
  expect([...delivered.values()].map((push) => push?.message_id)).toEqual([first, second, third])
  expect([...delivered.values()].map((push) => push?.content)).toEqual([
    'before',
    'while the relay was away',
    'after',
  ])
  expect(delivered.size).toBe(3)
})
