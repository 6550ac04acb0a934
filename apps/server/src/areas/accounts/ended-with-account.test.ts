import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { createAccessToken } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { Attribute, Change } from 'ldapts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notifyJob } from '#areas/notifications/notify-job.ts'
import { followDirectory } from '#areas/provisioning/follow-directory.ts'
import { sendPushesJob } from '#areas/push/send-pushes-job.ts'
import { must } from '#model/must.ts'
import type { Account, TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { givenPhone } from '#test/given-phone.ts'
import type { TestUser } from '#test/given.ts'
import { type LdapServer, startLdapServer } from '#test/ldap-server.ts'
import { OauthProgram } from '#test/oauth-program.ts'
import { decryptedPushes, pushKey, pushRelay, relayMoods, relaySettings } from '#test/push-relay.ts'
import { type TestScimClient, scimScene } from '#test/scim-client.ts'

// Whoever ends an account, and by which way: everything that gave access to it is over before the answer.

const relay = await pushRelay()
let ldap: LdapServer
beforeAll(async () => {
  ldap = await startLdapServer()
})
afterAll(async () => {
  await relay.close()
  await ldap.stop()
})
beforeEach(() => {
  relay.mood = relayMoods.fine
  relay.calls.length = 0
})

interface Scene {
  readonly t: TestApp
  readonly owner: TestUser
  readonly okta: TestScimClient
  readonly iris: Account
  readonly dn: string
}

const byScim =
  (method: 'PATCH' | 'PUT' | 'DELETE', body?: object) =>
  async ({ okta, iris }: Scene) => {
    const { status } = await okta.send(method, `/Users/${iris.id}`, body)
    expect(status).toBe(method === 'DELETE' ? 204 : 200)
  }
const patch = (...Operations: readonly object[]) => byScim('PATCH', { Operations })

const ways: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'an administrator': ({ t, owner, iris }) => t.as(owner).call(deactivateUser, { user_id: iris.id }),
  'SCIM, as Okta does': patch({ op: 'replace', value: { active: false } }),
  'SCIM, as Entra does': patch({ op: 'Replace', path: 'active', value: 'False' }),
  'SCIM, as Entra does without a path': patch({ op: 'replace', value: { active: 'False' } }),
  'SCIM by PUT': (made) => byScim('PUT', { userName: made.iris.email, active: false })(made),
  'SCIM by DELETE': byScim('DELETE'),
  'LDAP, which names her no more': async ({ t, dn }) => {
    const modification = new Attribute({ type: 'employeeType', values: ['gone'] })
    await ldap.change((client) => client.modify(dn, new Change({ operation: 'replace', modification })))
    for (let look = 0; look < 2; look++)
      await followDirectory(t.app.services, t.organizationId, { isForced: true })
  },
}

let count = 0

/** Iris came by LDAP. Her password is `secret of <uid>`. */
async function scene(): Promise<Scene & { readonly uid: string }> {
  const team = `endings${++count}`
  const { t, owner, okta } = await scimScene({
    ...relaySettings(relay),
    ...ldap.settings,
    TAGMA_LDAP_FILTER: `(&(uid={username})(employeeType=${team}))`,
  })
  const uid = `iris-${team}`
  const dn = await ldap.add(uid, { employeeType: team })
  const {
    api_key: apiKey,
    user_id: id,
    email,
  } = await t.as().call(fetchApiKey, {
    username: uid,
    password: `secret of ${uid}`,
  })
  return { t, owner, okta, iris: { id, email, apiKey }, dn, uid }
}

test.each(Object.keys(ways))('whom %s ends is out at once, by each kind of access', async (way) => {
  const made = await scene()
  const { t, owner, iris, uid } = made
  const password = `secret of ${uid}`
  const sentTo = await t.given.channel([owner, iris])
  await givenPhone(t, iris)
  const { token } = await t.as(iris).call(createAccessToken, { name: 'report', password, scopes: ['full'] })
  const browser = new TestBrowser(t)
  await browser.request('POST', '/login/', { username: uid, password })
  const app = new TestBrowser(t)
  await app.request('GET', `/accounts/login/social/tagma?mobile_flow_otp=${'00'.repeat(32)}`)
  const { headers } = await app.request('POST', '/login/', { username: uid, password, app: 'on' })
  const hex = /otp_encrypted_api_key=(\w+)/.exec(String(headers.location))?.[1]
  const appKey = Buffer.from(must(hex, 'the app has a key'), 'hex').toString()
  const keys = { key: iris.apiKey, 'access token': token, 'token of an app': appKey }

  const heard = async () => {
    const states: Record<string, boolean> = {
      session: (await browser.call('GET', '/users/me')).status === 200,
    }
    for (const [name, apiKey] of Object.entries(keys))
      states[name] = await t
        .as({ ...iris, apiKey })
        .call(getOwnUser, {})
        .then(
          () => true,
          () => false,
        )
    return Object.entries(states).flatMap(([name, isHeard]) => (isHeard ? [name] : []))
  }
  expect(await heard()).toEqual(['session', ...Object.keys(keys)])
  const { queue_id, last_event_id } = await t.as(iris).call(registerQueue, { event_types: ['reaction'] })
  const parked = t.app.services.live.events.load.parked
  const poll = t.as(iris).refusal(getEvents, { queue_id: must(queue_id, 'registered'), last_event_id })
  await expect.poll(() => t.app.services.live.events.load.parked).toBeGreaterThan(parked)
  // A notification waits to be sent.
  const ring = async () => {
    for (const job of [notifyJob, sendPushesJob]) await job.run(t.app.services, t.organizationId)
    const got = decryptedPushes(relay, pushKey(1)).filter(({ type }) => type === 'message')
    relay.calls.length = 0
    return got.length
  }
  await t.given.message(owner, sentTo, { content: `@**|${iris.id}** one` })
  expect(await ring()).toBe(1)
  await t.given.message(owner, sentTo, { content: `@**|${iris.id}** two` })

  await must(ways[way], 'the way is known')(made)

  expect(await heard()).toEqual([])
  expect(await poll).toMatchObject({ status: 401 })
  expect(await ring()).toBe(0)
  const again = await new TestBrowser(t).request('POST', '/login/', { username: uid, password })
  expect(again.status).not.toBe(303)
})

test.each(Object.keys(ways))('a program that somebody let in stops when %s ends the account', async (way) => {
  const made = await scene()
  const { t, iris, uid } = made
  const browser = new TestBrowser(t)
  await browser.request('POST', '/login/', { username: uid, password: `secret of ${uid}` })
  const program = await new OauthProgram(t).register()
  await browser.request('GET', '/oauth/authorize', program.request())
  const decision = { ...program.request(), user: iris.id, decision: 'allow' }
  const { headers } = await browser.request('POST', '/oauth/authorize', decision)
  const code = URL.parse(String(headers.location))?.searchParams.get('code')
  const { json } = await program.exchange(must(code, 'the program is let in'))
  await must(ways[way], 'the way is known')(made)
  const refreshed = await program.post('/oauth/token', {
    grant_type: 'refresh_token',
    client_id: program.clientId,
    refresh_token: String(json.refresh_token),
  })
  expect(refreshed.status).toBe(400)
})
